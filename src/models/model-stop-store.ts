import { hash } from "node:crypto";
import type { ChatFailure } from "../chat/chat.ts";
import type { Stops } from "../chat/limited-chat.ts";
import type { Queryable } from "../database/transaction.ts";

export type ModelStop = { fingerprint: string; why: "auth" | "payment"; message: string; stoppedAt: Date };

const fingerprintChars = 32;

/** Of what a service judges us by. Other settings have another, so that a new key is tried at once. */
export function fingerprintOf(settings: {
  type: string;
  baseUrl: string | null;
  apiKey: string | null;
  model: string;
}): string {
  const { type, baseUrl, apiKey, model } = settings;
  return hash("sha256", JSON.stringify([type, baseUrl, apiKey, model])).slice(0, fingerprintChars);
}

export function createModelStops(db: Queryable, fingerprint: string, now: () => Date): Stops {
  return {
    find: async () => {
      const stop = await findModelStop(db, fingerprint);
      return stop === null ? null : { why: stop.why, message: stop.message, retryAfterMs: null };
    },
    set: (failure) => saveModelStop(db, fingerprint, failure, now()),
  };
}

export async function findModelStop(db: Queryable, fingerprint: string): Promise<ModelStop | null> {
  const { rows } = await db.query<ModelStop>({
    name: "find-model-stop",
    text: `select fingerprint, why, message, stopped_at as "stoppedAt" from model_stops where fingerprint = $1`,
    values: [fingerprint],
  });
  return rows[0] ?? null;
}

/** Of several that were refused at once the first stays. */
async function saveModelStop(
  db: Queryable,
  fingerprint: string,
  { why, message }: ChatFailure,
  now: Date,
): Promise<void> {
  await db.query(
    `insert into model_stops (fingerprint, why, message, stopped_at) values ($1, $2, $3, $4)
     on conflict (fingerprint) do nothing`,
    [fingerprint, why, message, now],
  );
}

/** Returns whether anything was stopped. */
export async function deleteModelStops(db: Queryable): Promise<boolean> {
  const { rowCount } = await db.query("delete from model_stops");
  return (rowCount ?? 0) > 0;
}
