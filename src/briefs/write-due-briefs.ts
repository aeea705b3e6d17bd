import type pg from "pg";
import { later, minuteMs } from "../time.ts";
import { claimDueBriefs, type DueBrief, finishDueBrief } from "./brief-schedule-store.ts";
import { type BriefOutcome, type BriefParts, writeBrief, writeExtract } from "./write-brief.ts";

export type DueBriefParts = BriefParts & {
  pool: pg.Pool;
  /** How many are written at once. */
  count: number;
  report: (due: DueBrief, outcome: BriefOutcome) => void;
};

/** Longer than writing takes. A brief that failed is tried again when the lock expires. */
const lockMs = 5 * minuteMs;
/** After half an hour without the model the brief is an extract: better than none at breakfast. */
const patienceMs = 30 * minuteMs;

/** Writes the briefs that people scheduled. Returns how many were due. */
export async function writeDueBriefs(parts: DueBriefParts, signal: AbortSignal): Promise<number> {
  const now = parts.now();
  const until = later(now, lockMs);
  const due = await claimDueBriefs(parts.pool, { now, until, count: parts.count });
  const ended = await Promise.allSettled(due.map((one) => writeDueBrief(parts, one, signal)));
  const failed = ended.find((one) => one.status === "rejected");
  if (failed !== undefined) throw failed.reason;
  return due.length;
}

async function writeDueBrief(parts: DueBriefParts, due: DueBrief, signal: AbortSignal): Promise<void> {
  const isDone = due.isWritten || (await isSettled(parts, due, signal));
  if (isDone) await finishDueBrief(parts.pool, due, parts.now());
}

async function isSettled(parts: DueBriefParts, due: DueBrief, signal: AbortSignal): Promise<boolean> {
  const outcome = await writeBrief(parts, due.personId, signal);
  parts.report(due, outcome);
  switch (outcome.kind) {
    case "written":
    case "no-items":
      return true;
    case "busy":
      return false;
    case "unavailable":
    case "failed": {
      const mayWait = parts.now().getTime() - due.dueAt.getTime() < patienceMs;
      if (mayWait || signal.aborted) return false;
      parts.report(due, await writeExtract(parts, due.personId));
      return true;
    }
  }
}
