import { type Context, Hono } from "hono";
import type pg from "pg";
import type { BriefParts } from "../../digests/write-brief.ts";
import type { Frame } from "../layout.ts";
import type { RequestLog } from "../observe-requests.ts";
import { type Refuse, requirePerson } from "../require-person.ts";
import type { WebEnv } from "../web-env.ts";
import { historyRoutes } from "./history-routes.ts";
import { summaryRoutes } from "./summary-routes.ts";

/** What the pages of briefs share. `writing` asks the model that the operator set up. */
export type BriefRouteParts = {
  db: pg.Pool;
  writing: Omit<BriefParts, "inPerson">;
  isDatabaseUnavailable: (error: unknown) => boolean;
  log: RequestLog;
  frame: (c: Context<WebEnv>) => Frame;
  refuse: Refuse;
};

export function briefRoutes(parts: BriefRouteParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  for (const path of ["/summaries", "/summaries/*", "/briefs", "/briefs/*"]) app.use(path, requirePerson(parts.refuse));
  app.route("/", summaryRoutes(parts));
  app.route("/", historyRoutes(parts));
  return app;
}
