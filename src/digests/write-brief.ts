import type { Queryable } from "../database/transaction.ts";
import { buildExtract } from "./build-extract.ts";
import { findDigestItems, findSubscribedFeeds } from "./digest-item-store.ts";
import type { DigestItem, DigestOutcome } from "./digest.ts";
import { endRun, startRun } from "./summary-run-store.ts";
import { saveSummary, type Summary } from "./summary-store.ts";
import { type DigestParts, writeDigest } from "./write-digest.ts";

export type BriefParts = DigestParts & {
  now: () => Date;
  /** A transaction that may touch this person's rows; none is open while the model thinks. */
  inPerson: <Result>(personId: string, work: (db: Queryable) => Promise<Result>) => Promise<Result>;
};

export type BriefOutcome =
  | { kind: "written"; summary: Summary }
  /** Another brief of this person's is being written. */
  | { kind: "busy" }
  | Exclude<DigestOutcome, { kind: "written" }>;

/** Two questions of 60 s, up to 30 s between them. */
const writingMsMax = 155_000;
const lockMs = 180_000;

/** The last 24 hours of a person's feeds, told by the model if there is one; at most one at a time for each person. */
export async function writeBrief(parts: BriefParts, personId: string, signal: AbortSignal): Promise<BriefOutcome> {
  const { now, inPerson } = parts;
  const startedAt = now();
  const run = await inPerson(personId, (db) =>
    startRun(db, { personId, startedAt }, new Date(startedAt.getTime() + lockMs)),
  );
  if (run === null) return { kind: "busy" };

  try {
    const items = await inPerson(personId, (db) => findItems(db, personId, startedAt));

    const outcome = await writeDigest(parts, items, AbortSignal.any([signal, AbortSignal.timeout(writingMsMax)]));

    if (outcome.kind !== "written") return outcome;
    const summary = await inPerson(personId, (db) => saveSummary(db, personId, outcome.digest, now()));
    return { kind: "written", summary };
  } finally {
    await inPerson(personId, (db) => endRun(db, run));
  }
}

/** Without a model: at once, and also while one is thinking. */
export async function writeExtract(
  { now, inPerson }: Pick<BriefParts, "now" | "inPerson">,
  personId: string,
): Promise<Extract<BriefOutcome, { kind: "written" | "no-items" }>> {
  return inPerson(personId, async (db) => {
    const items = await findItems(db, personId, now());
    if (items.length === 0) return { kind: "no-items" };
    return { kind: "written", summary: await saveSummary(db, personId, buildExtract(items), now()) };
  });
}

async function findItems(db: Queryable, personId: string, now: Date): Promise<DigestItem[]> {
  return findDigestItems(db, await findSubscribedFeeds(db, personId), now);
}

/** For the log: the operator learns there why a model could not be had. */
export function briefFacts(outcome: BriefOutcome): Record<string, unknown> {
  if (!("failure" in outcome)) return { outcome: outcome.kind };
  return { outcome: outcome.kind, why: outcome.failure.why, reason: outcome.failure.message };
}
