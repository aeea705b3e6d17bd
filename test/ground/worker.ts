import { after } from "node:test";
import type { Parts } from "../../src/assemble.ts";
import { assembleAnalysis, assembleWorker } from "../../src/assemble-worker.ts";
import { analysisStages, stages } from "../../src/pipeline.ts";
import { startWorker } from "../../src/run-roles.ts";
import { startStages } from "../../src/run-stage.ts";
import type { HeartbeatTimes } from "../../src/schedule/worker-life.ts";
import type { Service } from "../../src/service.ts";

/** Runs all stages in this process; they stop with the test file at the latest. */
export async function runWorker(parts: Parts, times?: HeartbeatTimes): Promise<Service> {
  const worker = await startWorker(parts, times);
  const stopped = once(worker.stop);
  after(() => stopped(AbortSignal.timeout(5_000)));
  return { name: worker.name, stop: stopped };
}

/** Runs the stages of these names alone. */
export async function runStages(parts: Parts, names: string[]): Promise<Service> {
  const worker = await assembleWorker(parts);
  const rows = stages(parts, worker).filter(({ name }) => names.includes(name));
  const running = await startStages(rows, { connection: parts.db.connection, log: parts.log });
  const stop = once(async (abort: AbortSignal) => {
    await running.stop(abort);
    await worker.close();
  });
  after(() => stop(AbortSignal.timeout(5_000)));
  return { name: names.join(), stop };
}

/** The analysis as a command runs it: without a worker. `everyMs`: each stage looks this often, instead of as its row says. */
export async function runAnalysis(parts: Parts, everyMs?: number): Promise<Service> {
  const analysis = assembleAnalysis(parts, {});
  const rows = analysisStages(parts, analysis).map((row) => ({ ...row, everyMs: everyMs ?? row.everyMs }));
  const running = await startStages(rows, { connection: parts.db.connection, log: parts.log });
  const stop = once(async (abort: AbortSignal) => {
    await running.stop(abort);
    await analysis.close();
  });
  after(() => stop(AbortSignal.timeout(5_000)));
  return { name: "analysis", stop };
}

function once(stop: Service["stop"]): Service["stop"] {
  let stopped: Promise<void> | null = null;
  return (abort) => (stopped ??= stop(abort));
}
