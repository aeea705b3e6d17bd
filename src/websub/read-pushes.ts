import type pg from "pg";
import { isDatabaseUnavailable } from "../database/unavailable.ts";
import { later } from "../time.ts";
import { announceNews } from "./announce-news.ts";
import { claimPushes, dropPush, type KeptPush, putOffPush } from "./kept-push-store.ts";

export type ReadPushesParts = {
  pool: pg.Pool;
  now: () => Date;
  /** Reads and saves its entries as a fetch does: websub knows nothing about feeds' documents. */
  saveDocument: (push: KeptPush) => Promise<PushOutcome>;
  report: (push: Pick<KeptPush, "feedId">, outcome: PushOutcome | Error) => void;
};

export type PushOutcome =
  | { kind: "saved"; created: string[]; updated: string[] }
  | { kind: "busy" }
  | { kind: "unwanted" }
  | { kind: "refused"; why: string };

// They are up to 10 MB each.
const pushesAtOnce = 3;
/** What stopped a worker twice is not read again. */
const attemptsMax = 2;
const busyMs = 5_000;

/** Reads what hubs sent along. What is refused has its feed fetched instead. Returns how many it took. */
export async function readPushes(parts: ReadPushesParts): Promise<number> {
  const { pool, now, report } = parts;
  const pushes = await claimPushes(pool, now(), pushesAtOnce);
  for (const push of pushes) {
    const outcome = await readPush(parts, push);
    report(push, outcome);
    if (!(outcome instanceof Error) && outcome.kind === "busy") {
      await putOffPush(pool, push.id, later(now(), busyMs));
      continue;
    }
    if (outcome instanceof Error || outcome.kind === "refused") await announceNews(pool, push.feedId, now());
    await dropPush(pool, push.id);
  }
  return pushes.length;
}

async function readPush({ saveDocument }: ReadPushesParts, push: KeptPush): Promise<PushOutcome | Error> {
  if (push.attempts > attemptsMax) return { kind: "refused", why: "Workers ended while they read it." };
  try {
    return await saveDocument(push);
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    return error instanceof Error ? error : new Error(String(error));
  }
}
