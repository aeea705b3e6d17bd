import type { Command } from "commander";
import type { Config } from "../config.ts";
import type { AddedFeed, NewFeed } from "../feeds/feed-store.ts";
import { addFeeds } from "../feeds/feed-store.ts";
import { stagger } from "../feeds/stagger.ts";
import { explainRefusedUrl } from "../fetching/explain-refusal.ts";
import { Refusal } from "../refusal.ts";
import type { Session } from "./io.ts";
import { answer } from "./io.ts";
import type { NewFeedOptions } from "./new-feed-options.ts";
import { addNewFeedOptions, operatorsFeed, readSetting, settingsOf } from "./new-feed-options.ts";
import { sealedHeaders } from "./read-headers.ts";
import { readUrl } from "./read-url.ts";
import { shortId } from "./short-id.ts";
import type { Context } from "./with-database.ts";
import { withDatabase } from "./with-database.ts";

type Options = NewFeedOptions & { name?: string; json?: boolean };
type Added = AddedFeed & { url: string; nextRunAt: Date | null; doubt: string | null };

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
      const urls = [...new Set(texts.map(readUrl))];
      if (options.name !== undefined && urls.length > 1) throw new Refusal("--name is for one feed at a time.", 2);
      const feeds = toNewFeeds(urls, options, session.load().config);
      const added = await withDatabase(session, (context) => add(context, feeds));
      answer(session, options, added, () => added.map((one) => describe(one, options)).join(""));
      for (const { url, doubt } of added) if (doubt !== null) session.io.err.write(warning(url, doubt));
      if (added.some(({ kind }) => kind === "exists")) session.exitCode = 1;
    });
}

function toNewFeeds(urls: string[], options: Options, config: Config): NewFeed[] {
  const headers = sealedHeaders(options.header, config);
  const name = options.name === undefined ? {} : readSetting("name", options.name);
  return urls.map((url) => ({ ...operatorsFeed, ...settingsOf(options), ...name, url, headers }));
}

async function add({ config, pool, now }: Context, feeds: NewFeed[]): Promise<Added[]> {
  const at = now();
  const staggered = stagger(feeds, config.fetcherSuccessIntervalMs, at);
  const added = await addFeeds(pool, staggered, config.fetcherDomainLanes, at);
  return Promise.all(
    staggered.map(async ({ url, firstRunAt = null }, index) => {
      const { kind, id } = added[index] as AddedFeed;
      const doubt = await explainRefusedUrl(url, config.fetchAllowNetworks);
      return { kind, id, url, nextRunAt: kind === "added" ? firstRunAt : null, doubt };
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

function warning(url: string, doubt: string): string {
  return `Warning: ${url} will not be fetched: ${doubt}.\n`;
}
