import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Command } from "commander";
import { askModelsAgain } from "../../analysis/model-stop-store.ts";
import type { Parts } from "../../assemble.ts";
import { Refusal } from "../../refusal.ts";
import { shortTime } from "../format.ts";
import { answer, stopOnInterrupt, type Session } from "../io.ts";
import { withDatabase, withParts } from "../with-database.ts";
import type { WaitingAnalyses } from "./item-store.ts";

type Options = { pending?: boolean; again?: boolean; json?: boolean };

/** `items` were waiting at the start, the other counts still are. `stopped` says why no model is asked. */
export type Analysed = WaitingAnalyses & { items: number; stopped: string | null };

export function addAnalyseCommand(program: Command, session: Session): void {
  program
    .command("analyse")
    .description("analyse items now, without waiting for a worker")
    .option("--pending", "all waiting items, until none is left")
    .option(
      "--again",
      "ask an AI service again after it refused our key or asked for payment; workers resume on their own",
    )
    .option("--json", "as JSON")
    .addHelpText("after", "\nExamples:\n  plainwire analyse --pending\n  plainwire analyse --again")
    .action(async (options: Options) => {
      if (options.again) {
        const wasStopped = await withDatabase(session, ({ pool, now }) => askModelsAgain(pool, now()));
        if (!options.pending) return answer(session, options, { wasStopped }, () => describeAgain(wasStopped));
      }
      if (!options.pending)
        throw new Refusal("Write --pending or --again: 'plainwire item reanalyse' is for single items.", 2);
      const analysed = await analysePending(session);
      answer(session, options, analysed, () => describeAnalysed(analysed));
      if (isCutShort(analysed)) session.exitCode = 1;
    });
}

async function analysePending(session: Session): Promise<Analysed> {
  const stop = stopOnInterrupt(session.io);
  return withParts(session, async (parts) => {
    const { countWaiting, finishAnalyses } = await import("./finish-analyses.ts");
    const before = await countWaiting(parts);
    const after = await finishAnalyses(parts, { io: session.io, stop });
    return { items: before.pending + before.due, ...after, stopped: await whyStopped(parts) };
  });
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

export function addEvalCommand(program: Command, session: Session): void {
  program
    .command("eval")
    .description("measure how good the analysis is on items with known answers; fail below the required values")
    .addHelpText("after", "\nExample:\n  plainwire eval")
    .action(async () => {
      // Its items and measures are part of the tests, which a container may not have.
      if (!existsSync(script))
        throw new Refusal("The evaluation is not installed here: run it in a clone of the project.");
      const { env, cwd, out, err, node } = session.io;
      const child = spawn(node.path, [...node.args, script], { env, cwd, stdio: ["ignore", "pipe", "pipe"] });
      child.stdout.on("data", (chunk: Buffer) => void out.write(chunk));
      child.stderr.on("data", (chunk: Buffer) => void err.write(chunk));
      const [code] = (await once(child, "close")) as [number | null];
      session.exitCode = code === 0 ? 0 : 1;
    });
}
