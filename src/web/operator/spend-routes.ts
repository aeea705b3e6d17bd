import { Hono } from "hono";
import type { WebEnv } from "../web-env.ts";
import type { OperatorParts } from "./operator-parts.ts";
import { listSpendByFeed, listSpendDays } from "./spend-history-store.ts";
import { firstSpendDay, spendPage } from "./spend-page.ts";

export function spendRoutes({ operations, frame }: OperatorParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  app.get("/operator/ai", async (c) => {
    const { pool, ai } = operations;
    const now = operations.now();
    const since = firstSpendDay(now);
    const [days, feeds] = [await listSpendDays(pool, since), await listSpendByFeed(pool, since)];
    return c.html(spendPage(frame(c), { days, feeds, ai, now }).text);
  });
  return app;
}
