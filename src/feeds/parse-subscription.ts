import { parseFeedUrl } from "./parse-feed-url.ts";

/** What a person writes into the form of a feed, as it came. */
export type SubscriptionForm = { name: string; url: string; username: string; password: string; headers: string };

/** `headers` null: none were given. */
export type ParsedSubscription =
  | { kind: "subscription"; name: string; url: string; headers: Record<string, string> | null }
  | { kind: "wrong"; faults: SubscriptionFault[] };

export type SubscriptionFault =
  | { kind: "name-missing" | "name-too-long" | "url-missing" | HeaderFault }
  | { kind: "url-wrong"; sentence: string };
type HeaderFault = "username-missing" | "headers-unreadable";

const nameCharsMax = 255;

/** Trimmed, then required, then well formed (VAL-7); whether a feed is there is seen when it is fetched. */
export function parseSubscription(form: SubscriptionForm): ParsedSubscription {
  const name = cleanName(form.name);
  const url = form.url.trim() === "" ? ({ kind: "url-missing" } as const) : parseFeedUrl(form.url);
  const headers = parseHeaders(form);
  const faults: SubscriptionFault[] = [];
  if (name === "") faults.push({ kind: "name-missing" });
  if ([...name].length > nameCharsMax) faults.push({ kind: "name-too-long" });
  if (url.kind === "wrong") faults.push({ kind: "url-wrong", sentence: url.sentence });
  if (url.kind === "url-missing") faults.push(url);
  if (typeof headers === "string") faults.push({ kind: headers });
  if (url.kind !== "url" || typeof headers === "string" || faults.length > 0) return { kind: "wrong", faults };
  return { kind: "subscription", name, url: url.url, headers };
}

/** Control characters name nothing, and one of them no database can store. */
export function cleanName(text: string): string {
  return text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, " ")
    .trim();
}

/** Of a list that came from elsewhere: cut to what fits, and the host where there is none. */
export function nameOf(text: string, url: string): string {
  const name = [...cleanName(text)].slice(0, nameCharsMax).join("").trim();
  return name === "" ? new URL(url).host : name;
}

/** Credentials stay with the origin they were given for: another one would learn them. */
export function mayKeepHeaders(before: string, after: string): boolean {
  return new URL(before).origin === new URL(after).origin;
}

function parseHeaders({ username, password, headers }: SubscriptionForm): Record<string, string> | null | HeaderFault {
  const lines = headers.split(/\r?\n/).filter((line) => line.trim() !== "");
  const entries = lines.map((line) => /^\s*([^:\s]+)\s*:\s*(.*?)\s*$/.exec(line));
  const isReadable = entries.every((entry) => entry !== null);
  if (!isReadable) return "headers-unreadable";
  if (username === "" && password !== "") return "username-missing";
  const given = Object.fromEntries(entries.map(([, name = "", value = ""]) => [name, value]));
  if (username !== "") given["Authorization"] = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
  return Object.keys(given).length === 0 ? null : given;
}
