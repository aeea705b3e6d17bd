import type { Queryable } from "../database/transaction.ts";
import { buildExtract } from "./build-extract.ts";
import { findBriefItems, findSubscribedFeeds } from "./brief-item-store.ts";
import type { Brief, BriefItem, DraftOutcome } from "./brief.ts";
import { endRun, saveBrief, startRun } from "./brief-store.ts";
import { type DraftParts, draftBrief } from "./draft-brief.ts";

export type BriefParts = DraftParts & {
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
const lockMs = 180_000;

/** Writes a brief of the last 24 hours of a person's feeds, with the model if there is one. One at a time per person. */
export async function writeBrief(parts: BriefParts, personId: string, signal: AbortSignal): Promise<BriefOutcome> {
  const { now, inPerson } = parts;
  const startedAt = now();
  const run = await inPerson(personId, (db) =>
    startRun(db, { personId, startedAt }, new Date(startedAt.getTime() + lockMs)),
  );
  if (run === null) return { kind: "busy" };

  try {
    const items = await inPerson(personId, (db) => findItems(db, personId, startedAt));

    const outcome = await draftBrief(parts, items, AbortSignal.any([signal, AbortSignal.timeout(writingMsMax)]));

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
    const items = await findItems(db, personId, now());
    if (items.length === 0) return { kind: "no-items" };
    return { kind: "written", brief: await saveBrief(db, personId, buildExtract(items), now()) };
  });
}

async function findItems(db: Queryable, personId: string, now: Date): Promise<BriefItem[]> {
  return findBriefItems(db, await findSubscribedFeeds(db, personId), now);
}

/** For the log, where the operator sees why the model did not answer. */
export function briefFacts(outcome: BriefOutcome): Record<string, unknown> {
  if (!("failure" in outcome)) return { outcome: outcome.kind };
  return { outcome: outcome.kind, why: outcome.failure.why, reason: outcome.failure.message };
}
