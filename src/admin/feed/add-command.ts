import type { Command } from "commander";
import type { Config } from "../../config.ts";
import { withFixedInterval, type FeedSettings } from "../../feeds/feed-settings.ts";
import { addFeeds, type AddedFeed, type NewFeed } from "../../feeds/feed-store.ts";
import { stagger } from "../../feeds/stagger.ts";
import { explainRefusedUrl } from "../../fetching/explain-refusal.ts";
import { Refusal } from "../../refusal.ts";
import { addHeaderOption, parseSetting, parseUrl, sealedHeaders } from "../arguments.ts";
import { shortId } from "../format.ts";
import { answer, type Session } from "../io.ts";
import { withDatabase, type Context } from "../with-database.ts";

type Options = NewFeedOptions & { name?: string; json?: boolean };
/** `refusal` says why the feed will not be fetched, if it will not. */
type Added = AddedFeed & { url: string; nextRunAt: Date | null; refusal: string | null };

export function addFeedAddCommand(feed: Command, session: Session): void {
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
      const urls = [...new Set(texts.map(parseUrl))];
      if (options.name !== undefined && urls.length > 1) throw new Refusal("--name is for one feed at a time.", 2);
      const feeds = toNewFeeds(urls, options, session.load().config);
      const added = await withDatabase(session, (context) => add(context, feeds));
      answer(session, options, added, () => added.map((one) => describe(one, options)).join(""));
      for (const { url, refusal } of added) if (refusal !== null) session.io.err.write(warning(url, refusal));
      if (added.some(({ kind }) => kind === "exists")) session.exitCode = 1;
    });
}

function toNewFeeds(urls: string[], options: Options, config: Config): NewFeed[] {
  const headers = sealedHeaders(options.header, config);
  const name = options.name === undefined ? {} : parseSetting("name", options.name);
  return urls.map((url) => ({ ...operatorsFeed, ...settingsOf(options), ...name, url, headers }));
}

async function add({ config, pool, now }: Context, feeds: NewFeed[]): Promise<Added[]> {
  const at = now();
  const staggered = stagger(feeds, config.fetcherSuccessIntervalMs, at);
  const added = await addFeeds(pool, staggered, config.fetcherDomainLanes, at);
  return Promise.all(
    staggered.map(async ({ url, firstRunAt = null }, index) => {
      const { kind, id } = added[index] as AddedFeed;
      const refusal = await explainRefusedUrl(url, config.fetchAllowNetworks);
      return { kind, id, url, nextRunAt: kind === "added" ? firstRunAt : null, refusal };
    }),
  );
}

function describe({ kind, id, url, nextRunAt }: Added, { enabled }: Options): string {
  const short = shortId(id);
  switch (kind) {
    case "exists":
      return `There already: ${short} ${url}\n`;
    case "published":
      return `Published ${short} ${url}: people read it already; its settings stay.\n`;
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
    .option("--failure-policy <policy>", "backoff or one_strike (else: FETCHER_FAILURE_POLICY)");
  return addHeaderOption(command, "send this header with every fetch");
}

/** What an operator adds: for everybody to read, and not fetched until told otherwise. */
export const operatorsFeed = { published: true, enabled: false, polling: false, enforceFeedDomain: true };

/** Only what the flags say: an imported list may say the rest. */
export function settingsOf(options: NewFeedOptions): Partial<FeedSettings> {
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
