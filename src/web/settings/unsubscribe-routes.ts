import { type Context, Hono } from "hono";
import type pg from "pg";
import { stopBriefMails } from "../../briefs/brief-settings-store.ts";
import { createUnsubscribeTokens, type RegularMail } from "../../accounts/unsubscribe-token.ts";
import { savePreferences } from "../../accounts/person-store.ts";
import { asPerson } from "../../database/transaction.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { shell } from "../kit/shell.ts";
import { problem } from "../problem.ts";
import type { Refuse } from "../require-person.ts";
import type { Texts } from "../texts/en.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";

type UnsubscribeParts = {
  db: pg.Pool;
  secretKey: string;
  now: () => Date;
  frame: (c: Context<WebEnv>) => Frame;
  refuse: Refuse;
};

/** One kind of mail that a person gets regularly: how it is stopped, and what the pages say of it. */
type Stopping = {
  path: string;
  mail: RegularMail;
  stop: (tx: pg.PoolClient, personId: string, now: Date) => Promise<unknown>;
  texts: (texts: Texts) => { ask: string; stopped: string; stoppedWhy: string };
  settingsPath: string;
};

const stoppings: Stopping[] = [
  {
    path: "/brief/unsubscribe/:token",
    mail: "brief mail",
    stop: stopBriefMails,
    texts: ({ brief }) => ({ ask: brief.stopAsk, stopped: brief.stopped, stoppedWhy: brief.stoppedWhy }),
    settingsPath: "/brief/settings",
  },
  {
    path: "/feed-mails/unsubscribe/:token",
    mail: "feed note",
    stop: (tx, _personId, now) => savePreferences(tx, { feedMails: false }, null, now),
    texts: ({ settings: { mail } }) => ({ ask: mail.stopAsk, stopped: mail.stopped, stoppedWhy: mail.stoppedWhy }),
    settingsPath: "/settings/mail",
  },
];

/**
 * The links of our regular mails (RFC 8058). The mail program posts without a cookie or form token, so these routes stand
 * before those checks: the signed token says who, and all it can do is stop the mails. GET changes nothing, because mail
 * programs and scanners open links by themselves.
 */
export function unsubscribeRoutes({ db, secretKey, now, frame, refuse }: UnsubscribeParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  const badLink = (c: Context<WebEnv>) => refuse(c, problem(404, textsOf(c).brief.badLink));
  for (const stopping of stoppings) {
    const tokens = createUnsubscribeTokens(secretKey, stopping.mail);
    app.get(stopping.path, (c) => {
      const isOurs = tokens.personOf(c.req.param("token") ?? "") !== null;
      return isOurs ? c.html(askPage(frame(c), stopping).text) : badLink(c);
    });
    app.post(stopping.path, async (c) => {
      const personId = tokens.personOf(c.req.param("token") ?? "");
      if (personId === null) return badLink(c);
      await asPerson(db, personId, (tx) => stopping.stop(tx, personId, now()));
      return c.html(stoppedPage(frame(c), stopping).text);
    });
  }
  return app;
}

function askPage(frame: Frame, { texts }: Stopping): Html {
  const { stopTitle, stop } = frame.texts.brief;
  return page(
    frame,
    stopTitle,
    html`<p>${texts(frame.texts).ask}</p>
      <form method="post" action="${frame.path}">
        <input type="hidden" name="List-Unsubscribe" value="One-Click" />
        <button class="btn go">${stop}</button>
      </form>`,
  );
}

function stoppedPage(frame: Frame, { texts, settingsPath }: Stopping): Html {
  const { stopped, stoppedWhy } = texts(frame.texts);
  return page(
    frame,
    stopped,
    html`<p>${stoppedWhy}</p>
      <p class="or"><a class="btn" href="${settingsPath}">${frame.texts.brief.settings}</a></p>`,
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
