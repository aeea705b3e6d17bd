import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Parts } from "./assemble.ts";
import { inTransaction } from "./database/transaction.ts";
import { briefFacts, type BriefParts } from "./briefs/write-brief.ts";
import { type DueBriefParts, writeDueBriefs } from "./briefs/write-due-briefs.ts";
import type { Service } from "./service.ts";
import { startSweeper } from "./sweeper.ts";

const sweepEveryMs = 15_000;
const fenceBytes = 8;

/** Writes the briefs that people have planned for an hour of their day. */
export function startBriefs(parts: Parts): Service {
  const { config, log, db } = parts;
  const briefs: DueBriefParts = {
    ...briefWriting(parts),
    inPerson: (_personId, work) => inTransaction(db.worker, work),
    pool: db.worker,
    count: config.aiConcurrency,
    report: ({ personId, dueAt }, outcome) => log.info({ personId, dueAt, ...briefFacts(outcome) }, "brief due"),
  };
  const sweeper = startSweeper({
    sweep: (signal) => writeDueBriefs(briefs, signal),
    intervalMs: sweepEveryMs,
    onError: (error) => log.error({ err: error }, "briefs failed in themselves"),
  });
  return { name: "briefs", stop: sweeper.stop };
}

/** What writing a brief needs, for the schedule and for a person who asks. */
export function briefWriting({ models, clock }: Parts): Omit<BriefParts, "inPerson"> {
  return {
    chat: models.briefChat,
    now: clock.now,
    sleep: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined),
    createFence: () => randomBytes(fenceBytes).toString("hex"),
  };
}
