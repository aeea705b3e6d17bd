import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Command } from "commander";
import type { ReadAgain } from "../../analysis/read-again.ts";
import type { Parts } from "../../assemble.ts";
import { Refusal } from "../../refusal.ts";
import { shortTime } from "../format.ts";
import { parseSince } from "../arguments.ts";
import { answer, type Invocation, stopOnInterrupt, withDatabase, withParts } from "../command-context.ts";
import { type Progress, startProgress } from "../start-progress.ts";
import type { WaitingAnalyses } from "./item-store.ts";

type Options = { pending?: boolean; again?: boolean; since?: string; json?: boolean };

/** `items` were waiting at the start, the other counts still are. `stopped` says why no model is asked. */
export type Analysed = WaitingAnalyses & { items: number; stopped: string | null };

export function addAnalyseCommand(program: Command, invocation: Invocation): void {
  program
    .command("analyse")
    .description("analyse items now, without waiting for a worker")
    .option("--pending", "all waiting items, until none is left")
    .option(
      "--again",
      "ask an AI service again after it refused our key or asked for payment; workers resume on their own",
    )
    .option(
      "--since <time>",
      "offline, again: all items published since then (2026-11-03, 36h, 7d, 2w); what a model said stays",
    )
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      "\nExamples:\n  plainwire analyse --pending\n  plainwire analyse --again\n  plainwire analyse --since 7d",
    )
    .action(async (options: Options) => {
      if (options.since !== undefined) return analyseSince(invocation, options.since, options);
      if (options.again) {
        const wasStopped = await withParts(invocation, ({ models }) => models.askAgain());
        if (!options.pending) return answer(invocation, options, { wasStopped }, () => describeAgain(wasStopped));
      }
      if (!options.pending)
        throw new Refusal("Write --pending, --again or --since: 'plainwire item reanalyse' is for single items.", 2);
      const analysed = await analysePending(invocation);
      answer(invocation, options, analysed, () => describeAnalysed(analysed));
      if (isCutShort(analysed)) invocation.exitCode = 1;
    });
}

async function analysePending(invocation: Invocation): Promise<Analysed> {
  const stop = stopOnInterrupt(invocation.io);
  return withParts(invocation, async (parts) => {
    const { countWaiting, finishAnalyses } = await import("./finish-analyses.ts");
    const before = await countWaiting(parts);
    const after = await finishAnalyses(parts, { io: invocation.io, stop });
    return { items: before.pending + before.due, ...after, stopped: await whyStopped(parts) };
  });
}

/** An error in the time is said before the database is opened. */
async function analyseSince(invocation: Invocation, written: string, options: Options): Promise<void> {
  if (options.pending || options.again) throw new Refusal("Write --since without --pending and --again.", 2);
  parseSince(written, new Date());
  const stop = stopOnInterrupt(invocation.io);
  const { since, total, ...read } = await withDatabase(invocation, async ({ pool, now }) => {
    const { readAgainSince } = await import("../../analysis/read-again.ts");
    const from = parseSince(written, now());
    let progress: Progress | undefined;
    let found = 0;
    const onStart = (count: number) => {
      found = count;
      progress = startProgress(invocation.io, "Offline", count);
    };
    const onBatch = (count: number) => progress?.advance(count);
    try {
      const parts = { pool, now, newLeaseId: randomUUID };
      return { since: from, ...(await readAgainSince(parts, from, { stop, onStart, onBatch })), total: found };
    } finally {
      progress?.stop();
    }
  });
  const isStopped = stop.aborted && read.items < total;
  answer(invocation, options, { since, ...read, isStopped }, () => describeReadAgain(read, total, isStopped));
  if (isStopped) invocation.exitCode = 1;
}

function describeReadAgain({ items, changed }: ReadAgain, total: number, isStopped: boolean): string {
  if (isStopped) return `Stopped after ${items} of ${countOf(total)}; ${changed} changed.\n`;
  return items === 0
    ? "Nothing to read again: no item of that time was analysed offline.\n"
    : `Read ${countOf(items)} again; ${changed} changed.\n`;
}

function describeAgain(wasStopped: boolean): string {
  return wasStopped ? "Models are asked again.\n" : "No model had refused us: models are asked as usual.\n";
}

export async function whyStopped({ models }: Parts): Promise<string | null> {
  return (await models.stopped())?.message ?? null;
}

export function describeAnalysed({ items, pending, due, later, laterAt, stopped }: Analysed): string {
  if (stopped !== null) {
    return `Analysed offline only: no model is asked. ${stopped}\nChange AI_API_KEY, AI_MODEL or AI_BASE_URL, or write 'plainwire analyse --again'.\n`;
  }
  const rest = later === 0 ? "" : `; to be tried again: ${countOf(later)}, the first at ${shortTime(laterAt)} UTC`;
  if (pending + due > 0) return `Stopped; not analysed yet: ${countOf(pending + due)}${rest}.\n`;
  return items === 0 ? `Nothing to analyse${rest}.\n` : `Analysed ${countOf(items)}${rest}.\n`;
}

function countOf(items: number): string {
  return `${items} ${items === 1 ? "item" : "items"}`;
}

export function isCutShort({ pending, due, stopped }: Analysed): boolean {
  return pending + due > 0 || stopped !== null;
}

const script = resolve(import.meta.dirname, "../../../scripts/eval.ts");

export function addEvalCommand(program: Command, invocation: Invocation): void {
  program
    .command("eval")
    .description("measure how good the analysis is on items with known answers; fail below the required values")
    .addHelpText("after", "\nExample:\n  plainwire eval")
    .action(async () => {
      // Its items and measures are part of the tests, which a container may not have.
      if (!existsSync(script))
        throw new Refusal("The evaluation is not installed here: run it in a clone of the project.");
      const { env, cwd, out, err, node } = invocation.io;
      const child = spawn(node.path, [...node.args, script], { env, cwd, stdio: ["ignore", "pipe", "pipe"] });
      child.stdout.on("data", (chunk: Buffer) => void out.write(chunk));
      child.stderr.on("data", (chunk: Buffer) => void err.write(chunk));
      const [code] = (await once(child, "close")) as [number | null];
      invocation.exitCode = code === 0 ? 0 : 1;
    });
}
