import { InvalidArgumentError, type Command } from "commander";
import type { Config } from "../config.ts";
import { createSecretBox, findSecretKey } from "../database/secret-box.ts";
import { parseWrittenSetting, type FeedSettings } from "../feeds/feed-settings.ts";
import { parseFeedUrl, parseHeaderLines } from "../feeds/new-feed.ts";
import { type CustomHeaders, explainRefusedHeaders, sealGivenHeaders } from "../fetching/request-headers.ts";
import { Refusal } from "../refusal.ts";

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
