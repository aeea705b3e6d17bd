import { createReadStream, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { type Command, InvalidArgumentError } from "commander";
import type { Config } from "../config.ts";
import { createSecretBox, findSecretKey } from "../database/secret-box.ts";
import { type FeedSettings, parseWrittenSetting } from "../feeds/feed-settings.ts";
import { parseFeedUrl, parseHeaderLines } from "../feeds/new-feed.ts";
import { decodeBody } from "../fetching/decode-body.ts";
import { type CustomHeaders, explainRefusedHeaders, sealGivenHeaders } from "../fetching/request-headers.ts";
import { Refusal } from "../refusal.ts";
import { dayMs, earlier, hourMs, isoDay, weekMs } from "../time.ts";
import type { Io } from "./command-context.ts";

/** A parser of a setting as a parser of an option: its error becomes a usage error. */
export function parseNumber(parse: (text: string) => number): (text: string) => number {
  return (text) => {
    try {
      return parse(text);
    } catch (error) {
      if (error instanceof RangeError) throw new InvalidArgumentError(`It ${error.message}.`);
      throw error;
    }
  };
}

export function parseUrl(text: string): string {
  const parsed = parseFeedUrl(text);
  if (parsed.kind === "wrong") throw new Refusal(`"${text.slice(0, 200)}": ${parsed.sentence}`, 2);
  return parsed.url;
}

export function addHeaderOption(command: Command, meaning: string): Command {
  const collect = (value: string, all: string[] = []) => [...all, value];
  return command.option("-H, --header <name: value>", `${meaning} (repeatable)`, collect);
}

/** To send at once; for the database there is `sealHeaderLines`. */
export function parseHeaders(lines: string[] = []): CustomHeaders {
  const headers = parseLines(lines);
  const reason = explainRefusedHeaders(headers);
  if (reason !== null) throw new Refusal(reason, 2);
  return headers;
}

/** Encrypted for the database; null if none were given. */
export function sealHeaderLines(lines: string[] | undefined, config: Config): Buffer | null {
  if (lines === undefined) return null;
  const sealed = sealGivenHeaders(parseLines(lines), createSecretBox(findSecretKey(config)));
  if (sealed.kind === "refused") throw new Refusal(sealed.sentence, 2);
  return sealed.headers;
}

function parseLines(lines: string[]): CustomHeaders {
  const parsed = parseHeaderLines(lines);
  if (parsed.kind === "headers") return parsed.headers ?? {};
  throw new Refusal(`"${parsed.line}" is not a header: write --header "Name: value".`, 2);
}

/** A setting of a feed as it was written; `writtenAs` is the option it came from. */
export function parseSetting(name: string, text: string, writtenAs = name): Partial<FeedSettings> {
  const parsed = parseWrittenSetting(name, text);
  if (parsed.kind === "setting") return parsed.setting;
  throw new Refusal(parsed.sentence.replace(name, writtenAs), 2);
}

const unitMs = { h: hourMs, d: dayMs, w: weekMs };

/** A day, a time with its zone, or how long ago: 2026-11-03, 2026-11-03T06:00Z, 36h, 7d, 2w. A day begins in UTC. */
export function parseSince(text: string, now: Date): Date {
  const written = `"${text.slice(0, 50)}"`;
  const [, count, unit] = /^(\d{1,5})([hdw])$/u.exec(text.trim()) ?? [];
  const since =
    count === undefined ? parseDay(text.trim()) : earlier(now, Number(count) * unitMs[unit as keyof typeof unitMs]);
  if (since === null)
    throw new Refusal(
      `${written} is not a time: write a day (2026-11-03), a time (2026-11-03T06:00Z), or 36h, 7d, 2w.`,
      2,
    );
  if (since >= now) throw new Refusal(`${written} is not in the past.`, 2);
  return since;
}

/** Date.parse takes "1" and "March", and makes March 3 of February 31. */
function parseDay(text: string): Date | null {
  const day = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:\d{2}))?$/u.exec(text)?.[1];
  const at = Date.parse(text);
  if (day === undefined || Number.isNaN(at) || isoDay(new Date(`${day}T00:00Z`)) !== day) return null;
  return new Date(at);
}

const fileBytesMax = 64_000_000;

/** A file, or standard input for "-", decoded as it declares. */
export async function readDocument(io: Io, file: string): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of file === "-" ? io.in : createReadStream(resolve(io.cwd, file))) {
      bytes += (chunk as Buffer).length;
      if (bytes > fileBytesMax) throw new Refusal(`${file} is larger than ${fileBytesMax / 1_000_000} MB.`);
      chunks.push(chunk as Buffer);
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
  return decodeBody(Buffer.concat(chunks), null).text;
}

/** A small text file, for the value of a setting. */
export function readText(io: Io, file: string): string {
  try {
    return readFileSync(resolve(io.cwd, file), "utf8").trim();
  } catch (error) {
    throw new Refusal(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
}
