import { Option, type Command } from "commander";
import { type AddedFeed, addForEverybody, type Offer } from "../../feeds/add-feeds-store.ts";
import { buildOpml } from "../../feeds/opml.ts";
import { exportFeeds, type ExportedFeed } from "../../feeds/list-feeds-store.ts";
import { type FeedList, parseFeedList } from "../../feeds/parse-feed-list.ts";
import { Refusal } from "../../refusal.ts";
import { plain, shortId } from "../format.ts";
import { answer, type Context, type Io, type Invocation, stopOnInterrupt, withDatabase } from "../command-context.ts";
import { startProgress } from "../start-progress.ts";
import { readDocument } from "../arguments.ts";
import { addNewFeedOptions, addPartsOf, offerOf, type NewFeedOptions } from "./add-command.ts";

type Options = NewFeedOptions & { keepGoing?: boolean; json?: boolean };
type Imported = { url: string; kind: AddedFeed["kind"] | "not-imported"; id: string | null };

const faultsShownMax = 50;

export function addFeedImportCommand(feed: Command, invocation: Invocation): void {
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
      const stop = stopOnInterrupt(invocation.io);
      const text = await readDocument(invocation.io, file);
      const { parseOpml } = await import("../../feeds/opml.ts");
      const list = /^\s*[[{]/.test(text) ? parseFeedList(text) : parseOpml(text);
      reportFaults(invocation.io, file, list, options.keepGoing ?? false);

      const offer = offerOf(list.feeds, options, invocation.load().config);
      const imported = await withDatabase(invocation, (context) => importFeeds(context, offer, stop));
      answer(invocation, options, imported, () => imported.map(describe).join(""));
      invocation.io.err.write(summarise(imported));
      if (list.faults.length > 0 || imported.some(({ id }) => id === null)) invocation.exitCode = 1;
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

async function importFeeds(context: Context, offer: Offer, stop: AbortSignal): Promise<Imported[]> {
  const progress = startProgress(context.io, "Importing", offer.feeds.length);
  const imported: Imported[] = [];
  const batches = addForEverybody(addPartsOf(context), offer);
  while (!stop.aborted) {
    const { done, value: batch } = await batches.next();
    if (done) break;
    imported.push(...batch.map(({ url, kind, id }) => ({ url, kind, id })));
    progress.advance(batch.length);
  }
  progress.stop();
  const rest = offer.feeds.slice(imported.length).map(({ url }): Imported => ({ url, kind: "not-imported", id: null }));
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
  published: "published that people already read",
  exists: "already added",
  "not-imported": "not imported",
};

type ExportOptions = { format: "opml" | "json"; all?: boolean };

export function addFeedExportCommand(feed: Command, invocation: Invocation): void {
  feed
    .command("export")
    .description("write the published feeds to standard output, in a format that 'feed import' reads")
    .addOption(
      new Option("--format <format>", "opml for other readers, json with every setting")
        .choices(["opml", "json"])
        .default("opml"),
    )
    .option("--all", "also feeds that are not published; an import of OPML would publish them")
    .addHelpText(
      "after",
      "\nExamples:\n  plainwire feed export > feeds.opml\n  plainwire feed export --format json --all > feeds.json",
    )
    .action(async ({ format, all = false }: ExportOptions) => {
      const { feeds, now } = await withDatabase(invocation, async (context) => ({
        feeds: await exportFeeds(context.pool, { all }),
        now: context.now(),
      }));
      invocation.io.out.write(format === "json" ? toJson(feeds) : toOpml(feeds, now));
      const secret = feeds.filter(({ hasHeaders }) => hasHeaders).length;
      if (secret > 0) invocation.io.err.write(`${secret} feeds have headers of their own, which are not exported.\n`);
    });
}

function toJson(feeds: ExportedFeed[]): string {
  return `${JSON.stringify({ feeds: feeds.map(({ url, settings }) => ({ url, ...settings })) }, null, 2)}\n`;
}

function toOpml(feeds: ExportedFeed[], now: Date): string {
  const outlines = feeds.map(({ url, settings, title, siteUrl }) => ({
    url,
    siteUrl,
    name: settings.name ?? title ?? url,
  }));
  return buildOpml("Plainwire", outlines, now);
}
