import { Hono } from "hono";
import type { WebEnv } from "../web-env.ts";
import { doneSentence } from "../done-sentence.ts";
import { textsOf } from "../texts/texts-of.ts";
import { logChange } from "./log-change.ts";
import type { OperatorParts } from "./operator-parts.ts";
import { listSpendByFeed, listSpendDays } from "./spend-history-store.ts";
import { firstSpendDay, spendPage } from "./spend-page.ts";

export function spendRoutes(parts: OperatorParts): Hono<WebEnv> {
  const { operations, frame } = parts;
  const app = new Hono<WebEnv>();
  app.get("/operator/ai", async (c) => {
    const { pool, ai } = operations;
    const now = operations.now();
    const since = firstSpendDay(now);
    const [days, feeds] = [await listSpendDays(pool, since), await listSpendByFeed(pool, since)];
    const done = doneSentence(c, textsOf(c).operator.spend.done);
    return c.html(spendPage(frame(c), { days, feeds, ai, stop: await ai.stopped(), done, now }).text);
  });
  app.post("/operator/ai/again", async (c) => {
    await operations.ai.askAgain();
    logChange(parts, c, { change: "models: asked again" });
    return c.redirect("/operator/ai?done=again", 303);
  });
  return app;
}
