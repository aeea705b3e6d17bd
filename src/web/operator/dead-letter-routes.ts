import { type Context, Hono } from "hono";
import { dropDeadLetters, listDeadLettersForPage, replayDeadLetters } from "../../feeds/dead-letter-store.ts";
import { isUuid } from "../../ids.ts";
import { doneSentence } from "../done-sentence.ts";
import { problem } from "../problem.ts";
import { readForm } from "../read-form.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import { deadLettersPage } from "./dead-letters-page.ts";
import { logChange } from "./log-change.ts";
import type { OperatorParts } from "./operator-parts.ts";

const lettersShown = 100;

type Act = "replay" | "drop";

export function deadLetterRoutes(parts: OperatorParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  const { pool, now } = parts.operations;

  app.get("/operator/dead-letters", async (c) => {
    const letters = await listDeadLettersForPage(pool, lettersShown);
    const done = doneSentence(c, textsOf(c).operator.deadLetters.done);
    const isCut = letters.length === lettersShown;
    return c.html(deadLettersPage(parts.frame(c), { letters, isCut, done, now: now() }).text);
  });
  for (const act of ["replay", "drop"] as const) {
    app.post(`/operator/dead-letters/${act}`, async (c) => {
      const ids = (await readForm(c))("ids").split(",", lettersShown);
      return end(parts, c, { act, ids: ids.filter(isUuid) });
    });
    app.post(`/operator/dead-letters/:id/${act}`, (c) =>
      end(parts, c, { act, ids: [c.req.param("id")].filter(isUuid) }),
    );
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
