import type { Context, MiddlewareHandler } from "hono";
import type pg from "pg";
import type { ModelSetup } from "../../analysis/set-up-model.ts";
import type { FeedRouteParts } from "../feeds/feed-parts.ts";
import type { LiveOperations } from "../feeds/live-feeds.ts";
import { problem } from "../problem.ts";
import { sessionOf } from "../require-person.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";

/** What the operator's pages share. */
export type OperatorParts = FeedRouteParts & {
  operations: Operations;
  isWithoutOperator: () => Promise<boolean>;
};

/** Why AI is paused until someone does something about it. */
export type ModelStopped = { why: "auth" | "payment"; message: string; stoppedAt: Date };

export type Operations = {
  /** With the worker's role, which sees all rows. Only `requireOperator` protects it. */
  pool: pg.Pool;
  /** The database's time: due times and leases mean the same to every machine. */
  now: () => Date;
  live: LiveOperations;
  /** Sets up the language model. */
  setup: ModelSetup;
  /** Minutes after midnight UTC; null: no schedule. */
  backupAt: number | null;
  ai: { stopped: () => Promise<ModelStopped | null>; askAgain: () => Promise<boolean> };
};

/** Logs who changed what: a server can have several operators. */
export function logChange(
  { log }: OperatorParts,
  c: Context<WebEnv>,
  facts: { change: string; [fact: string]: unknown },
): void {
  log.info({ requestId: c.var.requestId, operatorId: sessionOf(c).person.id, ...facts }, "changed by an operator");
}

/**
 * Runs after `requirePerson`. For everyone else these pages do not exist. Checked with every request. While there is no
 * operator, the answer says how to become it.
 */
export function requireOperator({ isWithoutOperator, refuse }: OperatorParts): MiddlewareHandler<WebEnv> {
  return async (c, next) => {
    if (sessionOf(c).person.operator) return next();
    if (!(await isWithoutOperator())) return c.notFound();
    const { none, byLink } = textsOf(c).setup;
    return refuse(c, problem(404, `${none} ${byLink}`));
  };
}
