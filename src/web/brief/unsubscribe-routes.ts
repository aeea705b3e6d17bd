import { type Context, Hono } from "hono";
import type pg from "pg";
import { stopBriefMails } from "../../briefs/brief-settings-store.ts";
import { createUnsubscribeTokens } from "../../briefs/unsubscribe-token.ts";
import { asPerson } from "../../database/transaction.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { shell } from "../kit/shell.ts";
import { problem } from "../problem.ts";
import type { Refuse } from "../require-person.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";

type UnsubscribeParts = {
  db: pg.Pool;
  secretKey: string;
  now: () => Date;
  frame: (c: Context<WebEnv>) => Frame;
  refuse: Refuse;
};

/**
 * The links of brief mails (RFC 8058). The mail program posts without a cookie or form token, so these routes stand before
 * those checks: the signed token says who, and all it can do is stop the mails. GET changes nothing, because mail programs
 * and scanners open links by themselves.
 */
export function unsubscribeRoutes({ db, secretKey, now, frame, refuse }: UnsubscribeParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  const tokens = createUnsubscribeTokens(secretKey);
  const badLink = (c: Context<WebEnv>) => refuse(c, problem(404, textsOf(c).brief.badLink));

  app.get("/brief/unsubscribe/:token", (c) => {
    const isOurs = tokens.personOf(c.req.param("token")) !== null;
    return isOurs ? c.html(askPage(frame(c)).text) : badLink(c);
  });
  app.post("/brief/unsubscribe/:token", async (c) => {
    const personId = tokens.personOf(c.req.param("token"));
    if (personId === null) return badLink(c);
    await asPerson(db, personId, (tx) => stopBriefMails(tx, personId, now()));
    return c.html(stoppedPage(frame(c)).text);
  });
  return app;
}

function askPage(frame: Frame): Html {
  const texts = frame.texts.brief;
  return page(
    frame,
    texts.stopTitle,
    html`<p>${texts.stopAsk}</p>
      <form method="post" action="${frame.path}">
        <input type="hidden" name="List-Unsubscribe" value="One-Click" />
        <button class="btn go">${texts.stop}</button>
      </form>`,
  );
}

function stoppedPage(frame: Frame): Html {
  const texts = frame.texts.brief;
  return page(
    frame,
    texts.stopped,
    html`<p>${texts.stoppedWhy}</p>
      <p class="or"><a class="btn" href="/brief/settings">${texts.settings}</a></p>`,
  );
}

function page(frame: Frame, title: string, body: Html): Html {
  return shell(frame, {
    title,
    body: html`<div class="empty">
      <h1>${title}</h1>
      ${body}
    </div>`,
  });
}
