import type pg from "pg";
import type { Chat } from "../chat/chat.ts";
import type { Queryable } from "../database/transaction.ts";
import { later, minuteMs } from "../time.ts";
import { findBriefMaterial } from "./brief-item-store.ts";
import { claimDueBriefs, type DueBrief, finishDueBrief, forgetFuturePlans } from "./brief-schedule-store.ts";
import { endRun, saveBrief, startRun } from "./brief-store.ts";
import type { Brief, DraftOutcome } from "./brief.ts";
import { buildExtract } from "./build-extract.ts";
import { draftBrief, type DraftParts } from "./draft-brief.ts";

export type BriefParts = Omit<DraftParts, "chat"> & {
  /** The model as it is set up now; null: none writes briefs. */
  findChat: () => Promise<Chat | null>;
  now: () => Date;
  /** Runs a transaction that may use this person's rows; none is open while the model answers. */
  inPerson: <Result>(personId: string, work: (db: Queryable) => Promise<Result>) => Promise<Result>;
};

export type BriefOutcome =
  | { kind: "written"; brief: Brief }
  /** Another brief of this person is being written. */
  | { kind: "busy" }
  | Exclude<DraftOutcome, { kind: "written" }>;

/** Two requests of 60 s, with up to 30 s between them. */
const writingMsMax = 155_000;
const writingLockMs = 180_000;

/** Writes a brief of the last 24 hours of a person's feeds, with the model if there is one. One at a time per person. */
export async function writeBrief(parts: BriefParts, personId: string, signal: AbortSignal): Promise<BriefOutcome> {
  const { now, inPerson } = parts;
  const startedAt = now();
  const run = await inPerson(personId, (db) =>
    startRun(db, { personId, startedAt }, new Date(startedAt.getTime() + writingLockMs)),
  );
  if (run === null) return { kind: "busy" };

  try {
    const material = await inPerson(personId, (db) => findBriefMaterial(db, personId, startedAt));

    const chat = await parts.findChat();
    const until = AbortSignal.any([signal, AbortSignal.timeout(writingMsMax)]);
    const outcome = await draftBrief({ ...parts, chat }, material, until);

    if (outcome.kind !== "written") return outcome;
    const brief = await inPerson(personId, (db) => saveBrief(db, personId, outcome.draft, now()));
    return { kind: "written", brief };
  } finally {
    await inPerson(personId, (db) => endRun(db, run));
  }
}

/** Without a model: immediately, even while a model is writing another brief. */
export async function writeExtract(
  { now, inPerson }: Pick<BriefParts, "now" | "inPerson">,
  personId: string,
): Promise<Extract<BriefOutcome, { kind: "written" | "no-items" }>> {
  return inPerson(personId, async (db) => {
    const { items, plan } = await findBriefMaterial(db, personId, now());
    if (items.length === 0) return { kind: "no-items" };
    return { kind: "written", brief: await saveBrief(db, personId, buildExtract(items, plan), now()) };
  });
}

/** For the log, where the operator sees why the model did not answer. */
export function briefFacts(outcome: BriefOutcome): Record<string, unknown> {
  if (!("failure" in outcome)) return { outcome: outcome.kind };
  return { outcome: outcome.kind, why: outcome.failure.why, reason: outcome.failure.message };
}

export type DueBriefParts = BriefParts & {
  pool: pg.Pool;
  /** How many are written at once. */
  count: number;
  report: (due: DueBrief, outcome: BriefOutcome) => void;
  /** Whether this server can send mail: without, nothing is queued that would go out weeks later. */
  canMail: boolean;
};

/** Longer than writing takes. A brief that failed is tried again when the lock expires. */
const dueLockMs = 5 * minuteMs;
/** After half an hour without the model the brief is an extract: better than none at breakfast. */
const patienceMs = 30 * minuteMs;

/** Writes the briefs that people scheduled. Returns how many were due. */
export async function writeDueBriefs(parts: DueBriefParts, signal: AbortSignal): Promise<number> {
  const now = parts.now();
  const until = later(now, dueLockMs);
  await forgetFuturePlans(parts.pool, now);
  const due = await claimDueBriefs(parts.pool, { now, until, count: parts.count });
  const ended = await Promise.allSettled(due.map((one) => writeDueBrief(parts, one, signal)));
  const failed = ended.find((one) => one.status === "rejected");
  if (failed !== undefined) throw failed.reason;
  return due.length;
}

async function writeDueBrief(parts: DueBriefParts, due: DueBrief, signal: AbortSignal): Promise<void> {
  const isDone = due.isWritten || (await isSettled(parts, due, signal));
  if (isDone) await finishDueBrief(parts.pool, due, { now: parts.now(), canMail: parts.canMail });
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
      const isInTime = parts.now().getTime() - due.dueAt.getTime() < patienceMs;
      // A budget and the hours do not change within half an hour: words write it now.
      const mayWait = isInTime && outcome.failure.why !== "budget" && outcome.failure.why !== "hours";
      if (mayWait || signal.aborted) return false;
      parts.report(due, await writeExtract(parts, due.personId));
      return true;
    }
  }
}
