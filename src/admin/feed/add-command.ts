import type { Command } from "commander";
import type { Config } from "../../config.ts";
import { type AddedByOperator, addForEverybody, type AddParts, type Offer } from "../../feeds/add-feeds-store.ts";
import type { OfferedFeed } from "../../feeds/parse-feed-list.ts";
import { withFixedInterval, type FeedSettings } from "../../feeds/feed-settings.ts";
import { type NewFeedFault, newFeedSentences, parseNewFeed } from "../../feeds/new-feed.ts";
import { explainRefusedUrl } from "../../fetching/request-headers.ts";
import { Refusal } from "../../refusal.ts";
import { addHeaderOption, parseSetting, sealHeaderLines } from "../arguments.ts";
import { shortId } from "../format.ts";
import { answer, type Context, type Invocation, withDatabase } from "../command-context.ts";

type Options = NewFeedOptions & { name?: string; json?: boolean };
/** `refusal` says why the feed will not be fetched, if it will not. */
type Added = AddedByOperator & { refusal: string | null };

export function addFeedAddCommand(feed: Command, invocation: Invocation): void {
  addNewFeedOptions(feed.command("add").argument("<url...>", "addresses of feeds"))
    .description("add feeds, published; disabled, not polling and not scheduled unless flags say otherwise")
    .option("--name <name>", "the feed's name (one feed only)")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      "\nExamples:\n  plainwire feed add https://example.org/feed.xml" +
        "\n  plainwire feed add --enabled --polling https://example.org/feed.xml https://example.net/rss" +
        '\n  plainwire feed add --header "Authorization: Bearer …" --interval 30 https://example.org/private.xml',
    )
    .action(async (texts: string[], options: Options) => {
      const feeds = uniqueByUrl(texts.map((text) => parseFeed(text, options)));
      if (options.name !== undefined && feeds.length > 1) throw new Refusal("--name is for one feed at a time.", 2);
      const offer = offerOf(feeds, options, invocation.load().config);
      const added = await withDatabase(invocation, (context) => add(context, offer));
      answer(invocation, options, added, () => added.map((one) => describe(one, options)).join(""));
      for (const { url, refusal } of added) if (refusal !== null) invocation.io.err.write(warning(url, refusal));
      if (added.some(({ kind }) => kind === "exists")) invocation.exitCode = 1;
    });
}

/** By the same rules as the form on the dashboard. */
function parseFeed(text: string, { name }: Options): OfferedFeed {
  const parsed = parseNewFeed({ url: text, headerLines: [], ...(name ? { name } : {}) });
  if (parsed.kind === "feed") return { url: parsed.url, settings: parsed.name === "" ? {} : { name: parsed.name } };
  throw new Refusal(parsed.faults.map((fault) => explainFault(fault, text)).join("\n"), 2);
}

function explainFault(fault: NewFeedFault, text: string): string {
  return fault.kind === "url-wrong" ? `"${text.slice(0, 200)}": ${fault.sentence}` : `${newFeedSentences[fault.kind]}.`;
}

function uniqueByUrl(feeds: OfferedFeed[]): OfferedFeed[] {
  return [...new Map(feeds.map((feed) => [feed.url, feed])).values()];
}

async function add(context: Context, offer: Offer): Promise<Added[]> {
  const { fetchAllowNetworks } = context.config;
  const added: AddedByOperator[] = [];
  for await (const batch of addForEverybody(addPartsOf(context), offer)) added.push(...batch);
  return Promise.all(
    added.map(async (one) => ({ ...one, refusal: await explainRefusedUrl(one.url, fetchAllowNetworks) })),
  );
}

function describe({ kind, id, url, nextRunAt }: Added, { enabled }: Options): string {
  const short = shortId(id);
  switch (kind) {
    case "exists":
      return `Already added: ${short} ${url}\n`;
    case "published":
      return `Published ${short} ${url}: people already read it; its settings stay the same.\n`;
    case "added": {
      const enable = enabled ? "" : `plainwire feed enable ${short} && `;
      const next = nextRunAt === null ? `not scheduled; to fetch it: ${enable}plainwire feed sync ${short}` : "due now";
      return `Added ${short} ${url}: ${next}\n`;
    }
  }
}

function warning(url: string, refusal: string): string {
  return `Warning: ${url} will not be fetched: ${refusal}.\n`;
}

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
    .option(
      "--failure-policy <policy>",
      "backoff (try again, later each time) or one_strike (stop at the first failure); else FETCHER_FAILURE_POLICY",
    );
  return addHeaderOption(command, "send this header with every fetch");
}

/** What both commands hand to `addForEverybody`. */
export function offerOf(feeds: OfferedFeed[], options: NewFeedOptions, config: Config): Offer {
  return { feeds, flags: settingsOf(options), headers: sealHeaderLines(options.header, config) };
}

export function addPartsOf({ pool, config, now }: Context): AddParts {
  return { pool, lanes: config.fetcherDomainLanes, spreadMs: config.fetcherSuccessIntervalMs, now: now() };
}

/** Only what the flags say: an imported list may say the rest. */
function settingsOf(options: NewFeedOptions): Partial<FeedSettings> {
  return {
    ...(options.enabled ? { enabled: true } : {}),
    ...(options.polling ? { polling: true } : {}),
    ...(options.rootDomain ? {} : { rootDomain: null }),
    ...(options.interval === undefined
      ? {}
      : withFixedInterval(parseSetting("interval-minutes", options.interval, "--interval"))),
    ...(options.failurePolicy === undefined ? {} : parseSetting("failure-policy", options.failurePolicy)),
  };
}
