import type { Command } from "commander";
import type { Config } from "../../config.ts";
import { describeWhyNext } from "../../schedule/policy/why-next.ts";
import type { Trial } from "../../fetching/try-feed.ts";
import { whole } from "../../setting.ts";
import { addHeaderOption, parseHeaders, parseNumber, parseUrl } from "../arguments.ts";
import { formatFacts, formatTable, plain, shortTime } from "../format.ts";
import { answer, type Invocation } from "../command-context.ts";

type Options = { json?: boolean; header?: string[]; items: number };

export function addFetchCommand(program: Command, invocation: Invocation): void {
  addHeaderOption(program.command("fetch"), "send this header as well")
    .argument("<url>", "address of a feed")
    .description("fetch a URL like a new feed and show what was found; nothing is stored")
    .option("-n, --items <count>", "how many items to show", parseNumber(whole(0, 1000)), 5)
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      "\nExamples:\n  plainwire fetch https://example.org/feed.xml\n  plainwire fetch --json https://example.org/feed.xml | jq .why",
    )
    .action(async (url: string, options: Options) => {
      const trial = await runTrial(invocation.load().config, url, options.header);
      answer(invocation, options, toJson(trial), () => toText(trial, options.items));
      if (trial.reading.outcome.kind !== "fetched") invocation.exitCode = 1;
    });
}

function toJson({ result, reading, plan }: Trial): Record<string, unknown> {
  const { outcome, selection, metadata, discovered, movedTo, validators } = reading;
  return {
    outcome,
    status: plan.status,
    error: plan.error,
    httpStatus: result.kind === "response" ? result.status : null,
    failure: failureOf(result),
    hops: result.hops,
    movedTo,
    validators,
    bytes: result.kind === "response" ? { wire: result.wireBytes, decoded: result.decodedBytes } : null,
    document:
      reading.document === null
        ? null
        : { title: reading.document.title, siteUrl: reading.document.siteUrl, language: reading.document.language },
    metadata,
    discovered,
    items: selection.items.map(({ title, url, guid, author, pubDate }) => ({ title, url, guid, author, pubDate })),
    nextRunAt: plan.nextRunAt,
    why: plan.why,
  };
}

function failureOf(result: Trial["result"]): { kind: string; message: string; detail: string } | null {
  if (result.kind !== "failed") return null;
  const { kind, message, detail } = result.failure;
  return { kind, message, detail };
}

function toText({ result, reading, plan }: Trial, itemsShown: number): string {
  const { items } = reading.selection;
  const response = result.kind === "response" ? result : null;
  const refusal = result.kind === "failed" && result.failure.kind === "blocked" ? result.failure.detail : null;
  return formatFacts([
    ["Outcome", refusal ?? plan.error ?? (reading.outcome.kind === "fetched" ? "a feed" : "not fetched")],
    ["Status", response === null ? null : `HTTP ${response.status}`],
    ...result.hops.slice(0, -1).map((hop): [string, string] => ["Redirect", `${hop.status ?? "-"} ${hop.url}`]),
    ["Address", response?.url],
    ["Moved to", reading.movedTo],
    ["Format", reading.metadata.parser],
    ["Charset", reading.metadata.charset],
    ["Size", response === null ? null : `${response.wireBytes} bytes received, ${response.decodedBytes} decoded`],
    ["ETag", reading.validators?.etag],
    ["Last-Modified", reading.validators?.lastModified],
    ["Title", reading.document?.title],
    ["Site", reading.document?.siteUrl],
    ["Items", reading.document === null ? null : String(items.length)],
    ...items
      .slice(0, itemsShown)
      .map(({ title, pubDate }): [string, string] => ["", `${shortTime(pubDate)}  ${title}`]),
    ...(reading.discovered ?? []).map(({ url, title }): [string, string] => [
      "Feed found",
      `${url}${title === null ? "" : `  ${title}`}`,
    ]),
    ...describeWhyNext(plan.why).map((line, index): [string, string] => [index === 0 ? "Schedule" : "", line]),
  ]);
}

type DiscoverOptions = { header?: string[]; json?: boolean };

export function addFeedDiscoverCommand(feed: Command, invocation: Invocation): void {
  addHeaderOption(feed.command("discover"), "send this header as well")
    .argument("<url>", "address of a page, or of a feed")
    .description("find the feeds that a page links to; nothing is stored")
    .option("--json", "as JSON")
    .addHelpText("after", "\nExample:\n  plainwire feed discover https://example.org/")
    .action(async (url: string, options: DiscoverOptions) => {
      const trial = await runTrial(invocation.load().config, url, options.header);
      const { feedsOf } = await import("../../fetching/find-feeds.ts");
      const found = feedsOf(trial, url);
      answer(invocation, options, found, (layout) =>
        found.length === 0
          ? `No feed found: ${plain(trial.plan.error ?? "the page names none")}\n`
          : formatTable(
              ["FEED", "TITLE"],
              found.map(({ url: address, title }) => [address, title ?? "-"]),
              layout,
            ),
      );
      if (found.length === 0) invocation.exitCode = 1;
    });
}

/** Fetches one URL with the real client, parser and policy. */
export async function runTrial(config: Config, text: string, headerLines?: string[]): Promise<Trial> {
  const url = parseUrl(text);
  const headers = parseHeaders(headerLines);
  const { createClient, fetchLimitsOf, identityOf } = await import("../../assemble.ts");
  const { tryFeed } = await import("../../fetching/try-feed.ts");
  const client = createClient(config);
  try {
    return await tryFeed(
      {
        get: client.get,
        identity: identityOf(config),
        limits: fetchLimitsOf(config),
        itemsMax: config.fetcherMaxItems,
        strictContentType: config.fetcherStrictContentType,
        now: () => new Date(),
      },
      url,
      headers,
    );
  } finally {
    await client.close();
  }
}
