import { hash } from "node:crypto";
import type { Command } from "commander";
import type { Queryable } from "../../database/transaction.ts";
import { describeInstant } from "../../time.ts";
import { isUuid } from "../../ids.ts";
import type { AnalyzerResult } from "../../items/analyzer-result.ts";
import { normaliseItemUrl } from "../../text/normalise-item-url.ts";
import { describeModel, describePage } from "../../items/reading-state.ts";
import { Refusal } from "../../refusal.ts";
import { feedArgument, pickLiveFeed } from "../feed/pick-feed.ts";
import { formatFacts } from "../format.ts";
import { answer, type Invocation, stopOnInterrupt, withDatabase, withParts } from "../command-context.ts";
import { describeAnalysed, isCutShort, whyStopped, type Analysed } from "./analyse-commands.ts";
import { findItemsByHash, findItemsById, type ItemDetails } from "./item-store.ts";
import { findOlderAnalyses, markForAnalysis, type OlderAnalysis } from "../../items/analysis-store.ts";

type ReanalyseOptions = { feed?: string; json?: boolean };

export function addItemCommand(program: Command, invocation: Invocation): void {
  const item = program.command("item").description("show items, and analyse them again");
  item
    .command("show")
    .argument("<item>", itemArgument)
    .description("everything about one item: where it came from, and its analysis")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      "\nExamples:\n  plainwire item show https://example.org/news/1\n  plainwire item show --json https://example.org/news/1 | jq .analyzerResult",
    )
    .action(async (name: string, options: { json?: boolean }) => {
      const found = await withDatabase(invocation, async ({ pool }) => {
        const picked = await pickItem(pool, name);
        return { ...picked, olderAnalyses: await findOlderAnalyses(pool, picked.id) };
      });
      answer(invocation, options, found, () => toText(found));
    });

  item
    .command("reanalyse")
    .argument("[item]", itemArgument)
    .description("analyse items again, as if just fetched: offline, then with page and model if the feed uses them")
    .option("--feed <feed>", `all items of a feed; ${feedArgument}`)
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      "\nExamples:\n  plainwire item reanalyse https://example.org/news/1\n  plainwire item reanalyse --feed 3f2a9c1e",
    )
    .action(async (name: string | undefined, options: ReanalyseOptions) => {
      if ((name === undefined) === (options.feed === undefined)) {
        throw new Refusal("Name an item, or a feed with --feed.", 2);
      }
      const analysed = await reanalyse(invocation, name, options.feed);
      answer(invocation, options, analysed, () => describeAnalysed(analysed));
      if (isCutShort(analysed)) invocation.exitCode = 1;
    });
}

async function reanalyse(
  invocation: Invocation,
  name: string | undefined,
  feed: string | undefined,
): Promise<Analysed> {
  const stop = stopOnInterrupt(invocation.io);
  return withParts(invocation, async (parts) => {
    const { finishAnalyses } = await import("./finish-analyses.ts");
    const { worker } = parts.db;
    const scope =
      feed === undefined
        ? { itemId: (await pickItem(worker, name ?? "")).id }
        : { feedId: (await pickLiveFeed(worker, feed)).id };
    const items = await markForAnalysis(worker, scope);
    return {
      items,
      ...(await finishAnalyses(parts, { io: invocation.io, stop, scope })),
      stopped: await whyStopped(parts),
    };
  });
}

function toText(item: ItemDetails & { olderAnalyses: OlderAnalysis[] }): string {
  const { analyzerResult: result } = item;
  return formatFacts([
    ["Id", item.id],
    ["Feed", `${item.feedId} ${item.feedUrl}`],
    ["URL", item.url],
    ["Title", item.title],
    ["Author", item.author],
    ["Language", result?.language ?? item.language],
    ["Published", time(item.pubDate)],
    ["First seen", time(item.firstSeenAt)],
    ["Edited", item.versions === 0 ? null : `${item.versions} times, last at ${time(item.updatedAt)}`],
    ["Analysis", item.analysisStatus],
    ["Analysed", time(item.analyzedAt)],
    ["Text", item.textChars === null ? null : `${item.textChars} characters, of the ${item.inputKind ?? "feed"}`],
    ["Failed attempts", item.attempts === 0 ? null : String(item.attempts)],
    ["Last error", item.analysisError],
    ["Page", describePage(item.pageWhy, item.pageError)],
    ["Model", describeModel(item.modelWhy)],
    ["Next try", time(item.pageAt ?? item.upgradeAt)],
    ...(result === null ? [] : judgement(result)),
    ...item.olderAnalyses.map(({ analysis, until }): [string, string] => {
      const { analyzer_version: version, overall, title_corrected: title } = analysis;
      return ["Older version", `${version}, until ${time(until)}: ${overall.toFixed(2)}  ${title}`];
    }),
  ]);
}

function judgement(result: AnalyzerResult): [string, string | null][] {
  const score = (value: number, reason: string) => `${value.toFixed(2)}  ${reason}`;
  return [
    ["Analyzer", [result.analyzer, result.analyzer_version, result.llm_model].filter(Boolean).join(" ")],
    ["Neutral title", result.title_corrected],
    ["", result.title_correction_reason || null],
    ["Overall", score(result.overall, result.overall_reason)],
    ["Framing", score(result.framing, result.framing_reason)],
    ["Clickbait", score(result.clickbait, result.clickbait_reason)],
    ["Persuasive", score(result.persuasive, result.persuasive_reason)],
    ["Hyper-stimulus", score(result.hyper_stimulus, result.hyper_stimulus_reason)],
    ["Speculative", score(result.speculative, result.speculative_reason)],
    ["Category", result.category],
    ["Summary", result.summary || null],
    ...result.facts.map(({ text }, index): [string, string] => [index === 0 ? "Facts" : "", text]),
    ["Warnings", result.warnings.join(", ") || null],
    ...(result.refused ?? []).map(({ field, why, words }): [string, string] => {
      return ["Refused", `the model’s ${field}: ${[why.replace("_", " "), ...words].join(" ")}`];
    }),
  ];
}

function time(at: Date | null): string | null {
  return at === null ? null : describeInstant(at.toISOString());
}

export const itemArgument = "id or URL of an item";

/** The one item a person means. If its page is in several feeds, only an id says which. */
export async function pickItem(db: Queryable, name: string): Promise<ItemDetails> {
  const found = await search(db, name.trim());
  const [first, ...others] = found;
  if (first === undefined) throw new Refusal(`There is no item "${name.slice(0, 200)}" in any feed.`);
  if (others.length === 0) return first;
  const ids = found.map(({ id, feedUrl }) => `${id} (${feedUrl})`);
  throw new Refusal(`That page is in several feeds. Use an id instead: ${ids.join(", ")}.`);
}

function search(db: Queryable, name: string): Promise<ItemDetails[]> {
  if (isUuid(name)) return findItemsById(db, name);
  if (/^https?:\/\//i.test(name) && URL.canParse(name)) {
    return findItemsByHash(db, hash("sha256", normaliseItemUrl(name)));
  }
  throw new Refusal(
    `"${name.slice(0, 200)}" is not an item: use an id or a URL that starts with http:// or https://.`,
    2,
  );
}
