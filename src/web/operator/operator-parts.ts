import type { Context, MiddlewareHandler } from "hono";
import type pg from "pg";
import type { DashboardParts } from "../dashboard/dashboard-parts.ts";
import type { LiveOperations } from "../dashboard/live-feeds.ts";
import { sessionOf } from "../require-person.ts";
import type { WebEnv } from "../web-env.ts";

/** What the operator's pages share. */
export type OperatorParts = DashboardParts & { publicOrigin: string; operations: Operations };

/** Why models are asked no more, until a person does something about it. */
export type ModelStopped = { why: "auth" | "payment"; message: string; stoppedAt: Date };

export type Operations = {
  /** As the worker's role, which sees all rows: nothing but the guard of these pages stands before it. */
  pool: pg.Pool;
  /** The database's time: due times and leases mean the same to every machine. */
  now: () => Date;
  live: LiveOperations;
  ai: {
    type: string;
    model: string;
    dailyUsdMax: number;
    dailyTokensMax: number | null;
    stopped: () => Promise<ModelStopped | null>;
    askAgain: () => Promise<boolean>;
  };
};

/** Who changed what on everybody's server: where several operate it, they will ask. */
export function logChange(
  { log }: OperatorParts,
  c: Context<WebEnv>,
  facts: { change: string; [fact: string]: unknown },
): void {
  log.info({ requestId: c.var.requestId, operatorId: sessionOf(c).person.id, ...facts }, "changed by an operator");
}

/** Behind `requirePerson`. To everybody else these pages do not exist; the right is asked anew with every request. */
export function requireOperator(): MiddlewareHandler<WebEnv> {
  return async (c, next) => (sessionOf(c).person.operator ? next() : c.notFound());
}
