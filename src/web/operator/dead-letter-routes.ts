import { type Context, Hono } from "hono";
import { dropDeadLetters, listDeadLetters, replayDeadLetters } from "../../feeds/dead-letter-store.ts";
import { isId } from "../dashboard/find-subscription.ts";
import { problem } from "../problem.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import { deadLettersPage } from "./dead-letters-page.ts";
import { logChange } from "./log-change.ts";
import type { OperatorParts } from "./operator-parts.ts";

const lettersShown = 100;
const lettersAtOnceMax = 1_000;

type Act = "replay" | "drop";

export function deadLetterRoutes(parts: OperatorParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  const { pool, now } = parts.operations;

  app.get("/operator/dead-letters", async (c) => {
    const letters = await listDeadLetters(pool, lettersShown);
    const { done } = textsOf(c).operator.deadLetters;
    const said = { replay: done.replay, drop: done.drop }[c.req.query("done") ?? ""] ?? null;
    const isCut = letters.length === lettersShown;
    return c.html(deadLettersPage(parts.frame(c), { letters, isCut, done: said, now: now() }).text);
  });
  for (const act of ["replay", "drop"] as const) {
    app.post(`/operator/dead-letters/${act}`, async (c) => {
      const letters = await listDeadLetters(pool, lettersAtOnceMax);
      return end(parts, c, { act, ids: letters.map(({ id }) => id) });
    });
    app.post(`/operator/dead-letters/:id/${act}`, (c) => end(parts, c, { act, ids: [c.req.param("id")].filter(isId) }));
  }
  return app;
}

async function end(parts: OperatorParts, c: Context<WebEnv>, { act, ids }: { act: Act; ids: string[] }) {
  const { pool, now } = parts.operations;
  const count = await (act === "replay" ? replayDeadLetters(pool, ids, now()) : dropDeadLetters(pool, ids));
  const { gone, goneWhy } = textsOf(c).operator.deadLetters;
  if (count === 0) return parts.refuse(c, { ...problem(404, goneWhy), heading: gone });
  logChange(parts, c, { change: `dead letters: ${act}`, count });
  return c.redirect(`/operator/dead-letters?done=${act}`, 303);
}
