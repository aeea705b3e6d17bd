import type { Context } from "hono";
import type pg from "pg";
import type { BriefParts } from "../../briefs/write-brief.ts";
import type { Frame } from "../kit/frame.ts";
import type { RequestLog } from "../observe-requests.ts";
import type { Refuse } from "../require-person.ts";
import type { WebEnv } from "../web-env.ts";

/** What the brief pages share. `writing` uses the model that the operator set up. */
export type BriefRouteParts = {
  db: pg.Pool;
  writing: Omit<BriefParts, "inPerson">;
  /** Whether this server sends mail. */
  canMail: boolean;
  isDatabaseUnavailable: (error: unknown) => boolean;
  log: RequestLog;
  frame: (c: Context<WebEnv>) => Frame;
  refuse: Refuse;
  publicOrigin: string;
};
