import type { Command } from "commander";
import type { FeedSettings } from "../feeds/feed-settings.ts";
import { parseWrittenSetting, withFixedInterval } from "../feeds/feed-settings.ts";
import { Refusal } from "../refusal.ts";
import { addHeaderOption } from "./read-headers.ts";

export type NewFeedOptions = {
  enabled?: boolean;
  polling?: boolean;
  rootDomain: boolean;
  interval?: string;
  failurePolicy?: string;
  header?: string[];
};

/** The flags that `feed add` and `feed import` share. */
export function addNewFeedOptions(command: Command): Command {
  command
    .option("--enabled", "serve and fetch it (else: disabled)")
    .option("--polling", "fetch it again and again (else: once per sync); with --enabled its first fetch is scheduled")
    .option("--no-root-domain", "leave the root domain empty")
    .option("--interval <minutes>", "a fixed interval instead of the adaptive one")
    .option("--failure-policy <policy>", "backoff or one_strike (else: FETCHER_FAILURE_POLICY)");
  return addHeaderOption(command, "send this header with every fetch");
}

/** What an operator adds: for everybody to read, and quiet until told otherwise (C17, C59). */
export const operatorsFeed = { published: true, enabled: false, polling: false, enforceFeedDomain: true };

/** What the flags say, and nothing else: what they leave open, the list that is imported may say. */
export function settingsOf(options: NewFeedOptions): Partial<FeedSettings> {
  return {
    ...(options.enabled ? { enabled: true } : {}),
    ...(options.polling ? { polling: true } : {}),
    ...(options.rootDomain ? {} : { rootDomain: null }),
    ...(options.interval === undefined
      ? {}
      : withFixedInterval(readSetting("interval-minutes", options.interval, "--interval"))),
    ...(options.failurePolicy === undefined ? {} : readSetting("failure-policy", options.failurePolicy)),
  };
}

export function readSetting(name: string, text: string, writtenAs = name): Partial<FeedSettings> {
  const parsed = parseWrittenSetting(name, text);
  if (parsed.kind === "setting") return parsed.setting;
  throw new Refusal(parsed.sentence.replace(name, writtenAs), 2);
}
