/** What a person gives to add a feed, as typed. Without `name` none is asked for. */
export type NewFeedInput = {
  name?: string;
  url: string;
  headerLines: string[];
  username?: string;
  password?: string;
};

/** `name` is empty if none was asked for; `headers` is null if none were given. */
export type ParsedNewFeed =
  | { kind: "feed"; name: string; url: string; headers: Record<string, string> | null }
  | { kind: "wrong"; faults: NewFeedFault[] };

export type NewFeedFault =
  | { kind: "name-missing" | "name-too-long" | "url-missing" | "username-missing" }
  | { kind: "url-wrong"; why: FeedUrlFault; sentence: string }
  | UnreadableHeader;
type UnreadableHeader = { kind: "headers-unreadable"; line: string };

const nameCharsMax = 255;

/** One sentence per fault, the same in forms and commands. */
export const newFeedSentences = {
  "name-missing": "Feed name is required",
  "name-too-long": `Feed name must be less than ${nameCharsMax} characters`,
  "url-missing": "Feed URL is required",
  "username-missing": "A password needs a user name",
  "headers-unreadable": "Write one header per line, as “Name: value”",
};

/**
 * The rules for a feed from outside, for forms and commands alike: trimmed, then required, then well formed. Whether there is
 * a feed at the address is seen when it is fetched.
 */
export function parseNewFeed(input: NewFeedInput): ParsedNewFeed {
  const name = input.name === undefined ? ({ kind: "name", name: "" } as const) : parseFeedName(input.name);
  const url = input.url.trim() === "" ? ({ kind: "url-missing" } as const) : parseFeedUrl(input.url);
  const headers = parseHeadersAndLogin(input);
  const faults: NewFeedFault[] = [];
  if (name.kind !== "name") faults.push(name);
  if (url.kind !== "url") faults.push(url.kind === "wrong" ? { ...url, kind: "url-wrong" } : url);
  if (headers.kind !== "headers") faults.push(headers);
  if (name.kind !== "name" || url.kind !== "url" || headers.kind !== "headers") return { kind: "wrong", faults };
  return { kind: "feed", name: name.name, url: url.url, headers: headers.headers };
}

/** What a person calls a feed. */
export function parseFeedName(
  written: string,
): { kind: "name"; name: string } | { kind: "name-missing" | "name-too-long" } {
  const name = cleanName(written);
  if (name === "") return { kind: "name-missing" };
  return [...name].length > nameCharsMax ? { kind: "name-too-long" } : { kind: "name", name };
}

type GivenHeaders = { kind: "headers"; headers: Record<string, string> | null };

function parseHeadersAndLogin({
  headerLines,
  username = "",
  password = "",
}: NewFeedInput): GivenHeaders | UnreadableHeader | { kind: "username-missing" } {
  const parsed = parseHeaderLines(headerLines);
  if (parsed.kind === "headers-unreadable") return parsed;
  if (username === "" && password !== "") return { kind: "username-missing" };
  const login = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
  const headers = { ...parsed.headers, ...(username === "" ? {} : { Authorization: login }) };
  return { kind: "headers", headers: Object.keys(headers).length === 0 ? null : headers };
}

/** "Name: value", one per line; empty lines are skipped. */
export function parseHeaderLines(lines: string[]): GivenHeaders | UnreadableHeader {
  const headers: Record<string, string> = {};
  for (const line of lines.filter((one) => one.trim() !== "")) {
    const [, name, value] = /^\s*([^:\s]+)\s*:\s*(.*?)\s*$/.exec(line) ?? [];
    if (name === undefined || value === undefined) return { kind: "headers-unreadable", line };
    headers[name] = value;
  }
  return { kind: "headers", headers };
}

/** Control characters name nothing, and one of them no database can store. */
function cleanName(text: string): string {
  return text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, " ")
    .trim();
}

/** A name from a list: cut to what fits. Cut before it is cleaned too: a list may have a "name" of megabytes. */
export function cutName(text: string): string {
  const cleaned = cleanName(text.slice(0, 4 * nameCharsMax));
  return [...cleaned].slice(0, nameCharsMax).join("").trim();
}

/** The same, and the host if there is no name. */
export function nameOf(text: string, url: string): string {
  return cutName(text) || new URL(url).host;
}

/** Credentials stay with the origin they were given for: another one would see them. */
export function mayKeepHeaders(before: string, after: string): boolean {
  return new URL(before).origin === new URL(after).origin;
}

export type ParsedFeedUrl = { kind: "url"; url: string } | WrongFeedUrl;
/** `sentence` is in English; pages in other languages say it by `why`. */
type WrongFeedUrl = { kind: "wrong"; why: FeedUrlFault; sentence: string };
export type FeedUrlFault = keyof typeof feedUrlSentences;

const urlBytesMax = 2048;
export const feedUrlSentences = {
  "too-long": `A URL may not be longer than ${urlBytesMax} bytes.`,
  "no-url": "Invalid URL format. Must start with http:// or https://",
  password: "A URL may not hold a password; send it as an Authorization header instead.",
};
/** Beyond this it is not even parsed: a list may hold an "address" of megabytes. What it drops, a fragment, fits in. */
const textCharsMax = 4 * urlBytesMax;

/**
 * A feed's address as a person writes it. The path is kept to the letter, a trailing slash included; a fragment
 * never reaches a server and goes. Whether the address may be asked is seen at every fetch, not here.
 */
export function parseFeedUrl(text: string): ParsedFeedUrl {
  const trimmed = text.trim();
  if (trimmed.length > textCharsMax) return wrongUrl("too-long");
  if (!/^https?:\/\//i.test(trimmed) || !URL.canParse(trimmed)) {
    return wrongUrl("no-url");
  }
  const url = new URL(trimmed);
  url.hash = "";
  if (url.username !== "" || url.password !== "") {
    return wrongUrl("password");
  }
  if (Buffer.byteLength(url.href) > urlBytesMax) return wrongUrl("too-long");
  return { kind: "url", url: url.href };
}

/** An address as browsers and older readers gave it to a reader: feed://host/path or feed:https://host/path. */
export function withoutFeedScheme(text: string): string {
  const scheme = /^\s*feed:(?:\/\/|(?=https?:))/i.exec(text)?.[0] ?? "";
  const rest = text.slice(scheme.length);
  return scheme.endsWith("//") && !/^https?:/i.test(rest) ? `http://${rest}` : rest;
}

function wrongUrl(why: FeedUrlFault): WrongFeedUrl {
  return { kind: "wrong", why, sentence: feedUrlSentences[why] };
}
