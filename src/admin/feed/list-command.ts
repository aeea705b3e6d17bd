import { Option, type Command } from "commander";
import { listedFeedsMax } from "../../feeds/parse-feed-list.ts";
import {
  listFeeds,
  statusFilters,
  type FeedFilter,
  type ListedFeed,
  type StatusFilter,
} from "../../feeds/list-feeds-store.ts";
import { describeInterval, dueTime, formatTable, shortId, shortTime, yesOrNo } from "../format.ts";
import { answer, type Layout, type Invocation, withDatabase } from "../command-context.ts";

type Options = {
  status?: StatusFilter;
  rootDomain?: string;
  deleted?: boolean;
  errors?: boolean;
  wide?: boolean;
  json?: boolean;
};

export function addFeedListCommand(feed: Command, invocation: Invocation): void {
  feed
    .command("list")
    .description("all feeds, by address")
    .addOption(new Option("--status <status>", "only these").choices(Object.keys(statusFilters)))
    .addOption(new Option("--errors", "only feeds whose last fetch failed; same as --status error").conflicts("status"))
    .option("--root-domain <domain>", "only feeds of this root domain")
    .option("--deleted", "deleted feeds instead of live ones")
    .option("--wide", "more columns, none of them shortened, even in a narrow terminal")
    .option("--json", "as JSON, with everything")
    .addHelpText(
      "after",
      "\nExamples:\n  plainwire feed list --errors\n  plainwire feed list --root-domain example.org --wide" +
        "\n  plainwire feed list --json | jq -r '.[].url'",
    )
    .action(async (options: Options) => {
      const { feeds, at } = await withDatabase(invocation, async ({ pool, now }) => ({
        feeds: await listFeeds(pool, toFilter(options)),
        at: now(),
      }));
      answer(invocation, options, feeds, (layout) => toTable(feeds, layout, { at, isWide: options.wide ?? false }));
      if (feeds.length === listedFeedsMax) {
        invocation.io.err.write(`Only the first ${listedFeedsMax} feeds are shown: narrow it with --root-domain.\n`);
      }
    });
}

function toFilter({ status, errors, rootDomain, deleted }: Options): FeedFilter {
  const wanted = status ?? (errors ? "error" : undefined);
  return {
    limit: listedFeedsMax,
    ...(wanted === undefined ? {} : { status: wanted }),
    ...(rootDomain === undefined ? {} : { rootDomain: rootDomain.toLowerCase() }),
    ...(deleted === undefined ? {} : { deleted }),
  };
}

type Column = [head: string, cell: (feed: ListedFeed, at: Date) => string];

const columns: Column[] = [
  ["ID", ({ id }) => shortId(id)],
  ["FEED", ({ url }) => url],
  ["ENABLED", ({ enabled }) => yesOrNo(enabled)],
  ["POLLING", ({ polling }) => yesOrNo(polling)],
  ["ROOT DOMAIN", ({ rootDomain }) => rootDomain ?? "-"],
  ["NEXT RUN (UTC)", ({ nextRunAt }, at) => dueTime(nextRunAt, at)],
];
const wideColumns: Column[] = [
  ["NAME", ({ name, title }) => name ?? title ?? "-"],
  ["STATUS", ({ status, suspended }) => `${status ?? "pending"}${suspended ? ", suspended" : ""}`],
  ["QUEUE", ({ queueState }) => queueState],
  ["INTERVAL", describeInterval],
  ["FETCHED (UTC)", ({ lastFetchedAt }) => shortTime(lastFetchedAt)],
  ["READERS", ({ subscribers }) => String(subscribers)],
  ["PUBLIC", ({ published }) => yesOrNo(published)],
];
const errorColumn: Column = ["LAST ERROR", ({ lastError }) => lastError ?? "-"];
// The address shows the root domain, and a feed without a next run does not run.
const expendable = ["ROOT DOMAIN", "POLLING", "ENABLED", "NEXT RUN (UTC)", "LAST ERROR"];

function toTable(feeds: ListedFeed[], layout: Layout, { at, isWide }: { at: Date; isWide: boolean }): string {
  if (feeds.length === 0) return "No such feeds.\n";
  const shown = [...columns, ...(isWide ? wideColumns : []), errorColumn];
  return formatTable(
    shown.map(([head]) => head),
    feeds.map((feed) => shown.map(([, cell]) => cell(feed, at))),
    isWide ? { ...layout, widthMax: Infinity } : layout,
    isWide ? {} : { expendable, seeAll: "--wide or --json" },
  );
}
