import { type RunningStage, type Stage, startStage, type Turn } from "../../src/run-stage.ts";

const neverAborted = new AbortController().signal;

/** For a single look, without a loop around it. */
export const idleTurn: Turn = {
  stopping: neverAborted,
  signal: neverAborted,
  again: () => undefined,
  wake: () => undefined,
};

export type OneStage = Pick<RunningStage, "wake"> & { stop: () => Promise<void> };

/** Runs one row in the loop that runs them all; it never gives up what has begun. */
export function runOne(row: Pick<Stage, "run"> & Partial<Stage>, onError: (error: unknown) => void): OneStage {
  const quiet = { name: "one", takes: "", wokenBy: [], everyMs: 3_600_000, wakes: [] };
  const { wake, stop } = startStage({ ...quiet, ...row }, { wake: () => undefined, onError });
  return { wake, stop: () => stop(neverAborted) };
}
