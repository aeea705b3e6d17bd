import { setTimeout as sleep } from "node:timers/promises";
import type { TrustedClient } from "../http-client/trusted-client.ts";
import { Refusal } from "../refusal.ts";
import { parseJson } from "../text/parse-json.ts";

/** The operator named the address, so it may be a private one; redirects are not followed, because they name another. */
export type Asking = {
  client: TrustedClient;
  /** Without a slash at the end. */
  origin: string;
  /** Ends the pauses between attempts. A page that is under way comes to its end. */
  signal: AbortSignal;
  pauseMs: readonly number[];
};

export type Question = { path: string; headers?: Record<string, string>; form?: Record<string, string> };

/** A page of 250 items with their whole text is a few megabytes. */
const bodyBytesMax = 64_000_000;
const timeoutMs = 120_000;

/** Before the second and third attempt at a page. */
export const usualPauseMs = [2_000, 10_000];

/** The text of a 200. What may pass, a 5xx or a lost connection, is tried again; anything else is a sentence. */
export async function askReader(asking: Asking, question: Question): Promise<string> {
  const pauses = [...asking.pauseMs];
  for (;;) {
    const answer = await askOnce(asking, question);
    if (answer.kind === "text") return answer.text;
    const pause = answer.mayPass ? pauses.shift() : undefined;
    if (pause === undefined || asking.signal.aborted) throw new Refusal(answer.sentence);
    await sleep(pause, undefined, { signal: asking.signal }).catch(() => undefined);
  }
}

/** The same, as JSON. */
export async function askJson(asking: Asking, question: Question): Promise<unknown> {
  const json = parseJson(await askReader(asking, question));
  if (json === undefined) throw notItsApi(asking, question);
  return json;
}

export function notItsApi({ origin }: Asking, { path }: Question): Refusal {
  return new Refusal(`${origin}${shown(path)} does not answer like the API of that program: check --url.`);
}

type Answer = { kind: "text"; text: string } | { kind: "no"; mayPass: boolean; sentence: string };

async function askOnce({ client, origin }: Asking, { path, headers, form }: Question): Promise<Answer> {
  const result = await client.request({
    url: origin + path,
    method: form === undefined ? "GET" : "POST",
    headers: {
      accept: "application/json",
      ...(form === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" }),
      ...headers,
    },
    ...(form === undefined ? {} : { body: new URLSearchParams(form).toString() }),
    timeoutMs,
    bodyBytesMax,
  });
  const where = origin + shown(path);
  if (result.kind === "failed") {
    return { kind: "no", mayPass: true, sentence: `${where} cannot be reached: ${result.failure.detail}.` };
  }
  const { status, body, headers: answered } = result;
  if (status === 200) return { kind: "text", text: body.toString("utf8") };
  return {
    kind: "no",
    mayPass: status >= 500 || status === 429,
    sentence: explain({ origin, path: shown(path) }, status, answered["location"]),
  };
}

function explain({ origin, path }: { origin: string; path: string }, status: number, location = ""): string {
  const where = origin + path;
  if (status >= 300 && status < 400) {
    const target = URL.parse(location, where)?.href.split("?", 1)[0] ?? "another address";
    return `${where} leads elsewhere: give --url ${target.endsWith(path) ? target.slice(0, -path.length) : target}`;
  }
  if (status === 401 || status === 403)
    return `${where} refuses the login (${status}): check the token, or user and password.`;
  if (status === 404) return `${where} is not there (404): check --url, and that the API is switched on.`;
  return `${where} answers ${status}. Run the same command later: it goes on from here.`;
}

/** Without the query: it is long, and nobody can do anything about it. */
function shown(path: string): string {
  return path.split("?", 1)[0] ?? path;
}
