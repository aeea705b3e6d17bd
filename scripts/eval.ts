// Prints how good the offline analysis is, and fails below the required values: node scripts/eval.ts [--write]
// With --write (npm run eval) the figures of docs/evaluation.md follow. With --model the labelled headlines go through the model
// that AI_TYPE, AI_MODEL, … name, with the same table; nothing is written then. --count N takes the first N.
import {
  analyseItem,
  evaluateClickbait,
  evaluateInjections,
  evaluateResults,
  heuristicGates,
  row,
  type EvaluationRow,
} from "../test/analysis/evaluation.ts";
import { readEvaluationItems, readPlantedOrders } from "../test/analysis/evaluation-fixtures.ts";
import { llmGates, replayRecorded } from "../test/analysis/llm-recorded.ts";
import { readHeadlines } from "../test/analysis/evaluation-headlines.ts";
import { parseArgs } from "node:util";
import { createTrustedClient } from "../src/http-client/trusted-client.ts";
import { loadConfig, readDotEnv } from "../src/load-config.ts";
import { noModel, resolveModel } from "../src/models/model-settings.ts";
import { Refusal } from "../src/refusal.ts";
import { describeRun, judgeByModel } from "./eval/ask-model.ts";
import { judge, readGold } from "./eval/headline-figures.ts";
import { buildFigures, printWorst, writeEvaluation } from "./eval/write-evaluation.ts";

const itemsPerSecondMin = 50;
const measuredRounds = 20;

async function evaluate(): Promise<void> {
  const items = readEvaluationItems();
  const headlines = readHeadlines();
  if (!headlines)
    console.warn(
      "SKIPPED clickbait AUC: the headlines (clickbait-headlines.tsv.gz) are not part of the repository and were not found.",
    );
  const rows = [
    ...(headlines ? [evaluateClickbait(headlines.heldOut)] : []),
    ...evaluateResults(items.map(analyseItem), heuristicGates),
    evaluateInjections(readPlantedOrders(items)),
    row(
      "items per second, one core",
      measureSpeed(() => items.forEach(analyseItem), items.length),
      itemsPerSecondMin,
    ),
  ];

  const replayed = await replayRecorded(items);
  const recorded = evaluateResults(replayed, llmGates);

  console.log(`heuristic, ${items.length} items in three languages`);
  rows.forEach(printRow);
  console.log(`\nour checks on recorded model answers (written by hand), ${replayed.length} items`);
  recorded.forEach(printRow);
  if ([...rows, ...recorded].some(({ holds }) => !holds)) process.exitCode = 1;
}

const absent = "SKIPPED the labelled headlines: ../shared/eval is not here.";

function evaluateHeadlines(): void {
  const judged = readGold()?.map((label) => judge(label)) ?? null;
  if (judged === null) {
    console.warn(`${absent} docs/evaluation.md stays as it is.`);
    return;
  }
  console.log(`\n${buildFigures(judged)}`);
  printWorst(judged);
  if (process.argv.includes("--write")) writeEvaluation(judged);
}

function measureSpeed(work: () => void, itemCount: number): number {
  work();
  // CPU time: how busy the machine is otherwise is not the analyzer's speed.
  const start = process.cpuUsage();
  for (let round = 0; round < measuredRounds; round += 1) work();
  const { user, system } = process.cpuUsage(start);
  return Math.round((itemCount * measuredRounds * 1_000_000) / (user + system));
}

function printRow({ measure, value, gate, holds }: EvaluationRow): void {
  const columns = [measure.padEnd(48), format(value).padStart(8), `≥ ${format(gate)}`.padStart(9)];
  console.log(`${columns.join(" ")}  ${holds ? "ok" : "FAILS"}`);
}

function format(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(4);
}

async function evaluateModel(count: number | undefined): Promise<void> {
  const gold = readGold()?.slice(0, count);
  if (gold === undefined) {
    console.warn(absent);
    return;
  }
  const { config } = loadConfig(process.env, readDotEnv("."));
  const settings = resolveModel(config, noModel, () => null);
  const client = createTrustedClient();
  try {
    const run = await judgeByModel(gold, settings, client.request);
    console.log(`${settings.provider}, ${settings.model}\n${describeRun(run)}\n\n${buildFigures(run.judged)}`);
    printWorst(run.judged);
  } finally {
    await client.close();
  }
}

const { values } = parseArgs({
  options: { write: { type: "boolean" }, model: { type: "boolean" }, count: { type: "string" } },
});
try {
  if (values.model) await evaluateModel(values.count === undefined ? undefined : Number(values.count));
  else {
    await evaluate();
    evaluateHeadlines();
  }
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
