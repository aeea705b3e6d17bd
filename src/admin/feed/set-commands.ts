import { type Command, Option } from "commander";
import type { Queryable } from "../../database/transaction.ts";
import { changeFeed, type FeedChanges } from "../../feeds/change-feed-store.ts";
import { changeFeedUrl } from "../../feeds/change-url-store.ts";
import { describeSettings, withFixedInterval } from "../../feeds/feed-settings.ts";
import { type NamedFeed, readFeed } from "../../feeds/find-feed-store.ts";
import { listRootDomains } from "../../feeds/list-feeds-store.ts";
import { mayKeepHeaders } from "../../feeds/new-feed.ts";
import { Refusal } from "../../refusal.ts";
import { addHeaderOption, parseSetting, parseUrl, readText, sealHeaderLines } from "../arguments.ts";
import { formatTable, shortId } from "../format.ts";
import { answer, type Context, type Invocation, withDatabase } from "../command-context.ts";
import { feedArgument, pickLiveFeed } from "./pick-feed.ts";

type Options = { header?: string[]; headers: boolean };
type Wanted = { url: string | null; changes: FeedChanges };

export function addFeedSetCommand(feed: Command, invocation: Invocation): void {
  addHeaderOption(feed.command("set"), "send these headers, and no others, with every fetch")
    .argument("<feed>", feedArgument)
    .argument("[setting=value...]", "see below; @FILE as a value reads it from a file")
    .description("change settings of one feed")
    .addOption(new Option("--no-headers", "stop sending the feed's own headers").conflicts("header"))
    .addHelpText("after", helpText())
    .action(async (name: string, words: string[], options: Options) => {
      const wanted = parseWords(invocation, words, options);
      const picked = await withDatabase(invocation, (context) => set(context, name, wanted));
      invocation.io.out.write(`Changed ${shortId(picked.id)} ${picked.url}\n`);
    });
}

function helpText(): string {
  const rows = [...describeSettings(), ["url", "a new address; everything learned from the old one is forgotten"]];
  const lines = rows.map(([name, meaning]) => `  ${name?.padEnd(20)} ${meaning}`);
  return [
    "\nSettings:",
    ...lines,
    "\nExamples:",
    '  plainwire feed set 3f2a9c1e name="The Example" interval-minutes=30',
    "  plainwire feed set 3f2a9c1e prompt=@prompt.txt analyzer=",
    "  plainwire feed set 3f2a9c1e url=https://example.org/new.xml",
  ].join("\n");
}

function parseWords({ io, load }: Invocation, words: string[], options: Options): Wanted {
  const wanted: Wanted = { url: null, changes: {} };
  for (const word of words) {
    const [, name, written] = /^([^=]+)=(.*)$/s.exec(word) ?? [];
    if (name === undefined || written === undefined)
      throw new Refusal(`"${word}" is not a setting: write name=value.`, 2);
    const value = written.startsWith("@") ? readText(io, written.slice(1)) : written;
    if (name === "url") wanted.url = parseUrl(value);
    else Object.assign(wanted.changes, parseSetting(name, value));
  }
  wanted.changes = withFixedInterval(wanted.changes);
  if (options.header !== undefined || !options.headers)
    wanted.changes.headers = sealHeaderLines(options.header, load().config);
  if (wanted.url === null && Object.keys(wanted.changes).length === 0) {
    throw new Refusal("Nothing to set: write name=value, and 'plainwire feed set --help' for the names.", 2);
  }
  return wanted;
}

async function set({ pool, config, now }: Context, name: string, { url, changes }: Wanted): Promise<NamedFeed> {
  const feed = await pickLiveFeed(pool, name);
  if (url !== null && changes.headers === undefined) await refuseHeadersAbroad(pool, feed, url);
  const change = await changeFeedUrl(pool, feed.id, { url, changes, lanes: config.fetcherDomainLanes, now: now() });
  if (change.kind === "taken") throw new Refusal(`Another feed has that address: ${change.by}. Delete one of them.`);
  if (change.kind === "unknown") throw new Refusal(`The feed ${feed.url} was deleted meanwhile: nothing was changed.`);
  return { ...feed, url: url ?? feed.url };
}

/** Credentials stay with the origin they were given for: another one would see them. */
async function refuseHeadersAbroad(db: Queryable, { id, url: before }: NamedFeed, url: string): Promise<void> {
  if (mayKeepHeaders(before, url) || !(await readFeed(db, id))?.hasHeaders) return;
  throw new Refusal(`Its headers belong to ${new URL(before).origin}: give them again with --header, or --no-headers.`);
}

export function addRootDomainCommand(program: Command, invocation: Invocation): void {
  const rootDomain = program.command("root-domain").description("the domains under which /api/site finds feeds");

  rootDomain
    .command("list")
    .description("all root domains, with their number of feeds")
    .option("--json", "as JSON")
    .addHelpText("after", "\nExample:\n  plainwire root-domain list")
    .action(async (options: { json?: boolean }) => {
      const domains = await withDatabase(invocation, ({ pool }) => listRootDomains(pool));
      answer(invocation, options, domains, (layout) =>
        formatTable(
          ["ROOT DOMAIN", "FEEDS"],
          domains.map(({ rootDomain: name, feeds }) => [name, String(feeds)]),
          layout,
        ),
      );
    });

  rootDomain
    .command("set")
    .argument("<feed>", feedArgument)
    .argument("<domain>", "such as example.org")
    .description("set a feed's root domain")
    .addHelpText("after", "\nExample:\n  plainwire root-domain set 3f2a9c1e example.org")
    .action((name: string, domain: string) => change(invocation, name, domain.toLowerCase()));

  rootDomain
    .command("clear")
    .argument("<feed>", feedArgument)
    .description("leave a feed without a root domain")
    .addHelpText("after", "\nExample:\n  plainwire root-domain clear https://example.org/feed.xml")
    .action((name: string) => change(invocation, name, ""));
}

async function change(invocation: Invocation, name: string, domain: string): Promise<void> {
  const changes = parseSetting("root-domain", domain);
  const { id, url } = await withDatabase(invocation, async ({ pool, now }) => {
    const feed = await pickLiveFeed(pool, name);
    await changeFeed(pool, feed.id, changes, now());
    return feed;
  });
  invocation.io.out.write(`The root domain of ${shortId(id)} ${url} is ${changes.rootDomain ?? "empty"}.\n`);
}
