import type { Command } from "commander";
import type { Config } from "../config.ts";
import type { FeedList, OfferedFeed } from "../feeds/feed-list.ts";
import type { AddedFeed, NewFeed } from "../feeds/feed-store.ts";
import { addFeeds } from "../feeds/feed-store.ts";
import { withFixedInterval } from "../feeds/feed-settings.ts";
import { parseFeedList } from "../feeds/parse-feed-list.ts";
import { stagger } from "../feeds/stagger.ts";
import { Refusal } from "../refusal.ts";
import type { Io, Session } from "./io.ts";
import { answer } from "./io.ts";
import type { NewFeedOptions } from "./new-feed-options.ts";
import { addNewFeedOptions, operatorsFeed, settingsOf } from "./new-feed-options.ts";
import { plain } from "./plain.ts";
import { readDocument } from "./read-document.ts";
import { sealedHeaders } from "./read-headers.ts";
import { shortId } from "./short-id.ts";
import { startProgress } from "./long-work.ts";
import { stopOnInterrupt } from "./long-work.ts";
import type { Context } from "./with-database.ts";
import { withDatabase } from "./with-database.ts";

type Options = NewFeedOptions & { keepGoing?: boolean; json?: boolean };
type Imported = { url: string; kind: AddedFeed["kind"] | "not-imported"; id: string | null };

// One transaction each: big enough that the disk is waited for seldom, small enough that Ctrl-C is heard at once.
const feedsPerBatch = 250;
const faultsShownMax = 50;

export function addFeedImportCommand(feed: Command, session: Session): void {
  addNewFeedOptions(feed.command("import").argument("<file>", "OPML or JSON; - is standard input"))
    .description("add the feeds of a list, like 'feed add'; the first fetches are spread over the usual interval")
    .option("--keep-going", "import the readable part of a broken list")
    .option("--json", "the report as JSON")
    .addHelpText(
      "after",
      "\nExamples:\n  plainwire feed import --enabled --polling feeds.opml" +
        "\n  plainwire feed export --format json | ssh news@example.org plainwire feed import -",
    )
    .action(async (file: string, options: Options) => {
      const stop = stopOnInterrupt(session.io);
      const text = await readDocument(session.io, file);
      const { parseOpml } = await import("../feeds/parse-opml.ts");
      const list = /^\s*[[{]/.test(text) ? parseFeedList(text) : parseOpml(text);
      reportFaults(session.io, file, list, options.keepGoing ?? false);

      const feeds = toNewFeeds(list.feeds, options, session.load().config);
      const imported = await withDatabase(session, (context) => importFeeds(context, feeds, stop));
      answer(session, options, imported, () => imported.map(describe).join(""));
      session.io.err.write(summarise(imported));
      if (list.faults.length > 0 || imported.some(({ id }) => id === null)) session.exitCode = 1;
    });
}

function reportFaults({ err }: Io, file: string, { faults, unnamedFaults }: FeedList, isTolerant: boolean): void {
  const shown = faults.slice(0, faultsShownMax);
  for (const { where, sentence } of shown) err.write(`${file}, ${where}: ${plain(sentence)}\n`);
  const more = faults.length - shown.length + unnamedFaults;
  if (more > 0) err.write(`And ${more} more problems.\n`);
  if (faults.length === 0 || isTolerant) return;
  throw new Refusal("Nothing was imported. Fix the list, or import what can be read of it with --keep-going.");
}

function toNewFeeds(offered: OfferedFeed[], options: Options, config: Config): NewFeed[] {
  const headers = sealedHeaders(options.header, config);
  const flags = settingsOf(options);
  return offered.map(({ url, settings }) => ({
    ...operatorsFeed,
    ...withFixedInterval(settings),
    ...flags,
    url,
    headers,
  }));
}

async function importFeeds(
  { io, pool, config, now }: Context,
  feeds: NewFeed[],
  stop: AbortSignal,
): Promise<Imported[]> {
  const at = now();
  const staggered = stagger(feeds, config.fetcherSuccessIntervalMs, at);
  const progress = startProgress(io, "Importing", feeds.length);
  const imported: Imported[] = [];
  while (imported.length < feeds.length && !stop.aborted) {
    const batch = staggered.slice(imported.length, imported.length + feedsPerBatch);
    const added = await addFeeds(pool, batch, config.fetcherDomainLanes, at);
    imported.push(...added.map(({ kind, id }, index) => ({ url: batch[index]?.url ?? "", kind, id })));
    progress.advance(batch.length);
  }
  progress.stop();
  const rest = feeds.slice(imported.length).map(({ url }): Imported => ({ url, kind: "not-imported", id: null }));
  return [...imported, ...rest];
}

function describe({ kind, id, url }: Imported): string {
  return `${kind} ${id === null ? "-" : shortId(id)} ${url}\n`;
}

function summarise(imported: Imported[]): string {
  const counts = Map.groupBy(imported, ({ kind }) => kind);
  const parts = [...counts].map(([kind, some]) => `${some.length} ${sentences[kind]}`);
  return `${parts.join(", ") || "No feeds in the list"}.\n`;
}

const sentences: Record<Imported["kind"], string> = {
  added: "added",
  published: "published, which people read already",
  exists: "there already",
  "not-imported": "not imported",
};
