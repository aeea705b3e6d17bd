import type pg from "pg";
import type { DashboardParts } from "../dashboard/dashboard-parts.ts";
import type { LiveOperations } from "./live-operations.ts";

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
