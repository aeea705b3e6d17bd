import { type Context, Hono } from "hono";
import {
  type DeadLetter,
  dropDeadLetters,
  listDeadLettersForPage,
  replayDeadLetters,
} from "../../feeds/dead-letter-store.ts";
import { isUuid } from "../../ids.ts";
import { ago } from "../kit/dates.ts";
import { postButton } from "../kit/form.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { doneSentence } from "../kit/notice.ts";
import { panel } from "../kit/page.ts";
import { readForm } from "../kit/read-form.ts";
import { problem } from "../problem.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import { livePart, operatorPage } from "./operator-page.ts";
import { logChange, type OperatorParts } from "./operator-parts.ts";

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

type DeadLettersView = { letters: DeadLetter[]; isCut: boolean; done: string | null; now: Date };

function deadLettersPage(frame: Frame, view: DeadLettersView): Html {
  const { deadLetters: texts, navigation } = frame.texts.operator;
  return operatorPage(frame, {
    title: navigation.deadLetters,
    lede: texts.lede,
    done: view.done,
    body: livePart("letters", "/operator/dead-letters", panel("listed", texts.title, letterList(frame, view))),
  });
}

function letterList(frame: Frame, { letters, isCut, now }: DeadLettersView): Html {
  const { deadLetters: texts } = frame.texts.operator;
  if (letters.length === 0) return html`<p>${texts.none}</p>`;
  // "All" means those on this page, so that nobody discards letters they have not seen.
  const fields = { ids: letters.map(({ id }) => id).join(",") };
  return html`<div class="buttons">
      ${postButton(frame, {
        action: "/operator/dead-letters/replay",
        label: texts.replayAll,
        name: texts.replayAll,
        fields,
      })}
      ${postButton(frame, {
        action: "/operator/dead-letters/drop",
        label: texts.dropAll,
        name: texts.dropAll,
        fields,
        kind: "danger",
      })}
    </div>
    ${isCut && html`<p class="note">${texts.cut(letters.length)}</p>`}
    <ul class="items" role="list">
      ${letters.map((letter) => letterRow(frame, letter, now))}
    </ul>`;
}

function letterRow(frame: Frame, { id, kind, url, feedId, reason, createdAt }: DeadLetter, now: Date): Html {
  const { deadLetters: texts } = frame.texts.operator;
  const name = url ?? texts.nameless;
  return html`<li>
    <strong>${texts.kind[kind]}</strong>
    ${feedId === null ? html`<p>${name}</p>` : html`<a href="/operator/feeds/${feedId}" dir="ltr">${name}</a>`}
    <p class="fault" dir="auto">${reason}</p>
    <p class="took">${ago(frame, createdAt, now)}</p>
    <div class="buttons">
      ${postButton(frame, {
        action: `/operator/dead-letters/${id}/replay`,
        label: texts.replay,
        name: texts.replayOf(name),
      })}
      ${postButton(frame, {
        action: `/operator/dead-letters/${id}/drop`,
        label: texts.drop,
        name: texts.dropOf(name),
        kind: "danger",
      })}
    </div>
  </li>`;
}
