import { type Context, Hono } from "hono";
import { admitMail } from "../../accounts/admit-attempt.ts";
import type { AccountParts } from "../../accounts/auth-provider.ts";
import type { SendMail } from "../../accounts/mailer.ts";
import { savePreferences } from "../../accounts/person-store.ts";
import { asPerson } from "../../database/transaction.ts";
import { postForm } from "../kit/form.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { alert } from "../kit/notice.ts";
import { readForm } from "../kit/read-form.ts";
import type { RequestLog } from "../observe-requests.ts";
import { problem } from "../problem.ts";
import { type Refuse, sessionOf } from "../require-person.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import { checkRow, preferenceForm } from "./preference-pages.ts";
import { settingsPage } from "./settings-page.ts";

type MailRouteParts = {
  accounts: AccountParts;
  sendMail: SendMail | null;
  log: RequestLog;
  frame: (c: Context<WebEnv>) => Frame;
  refuse: Refuse;
};

/** Which mails a person gets, and a mail to see that they arrive. */
export function mailRoutes(parts: MailRouteParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  const { accounts, frame, sendMail } = parts;
  app.get("/settings/mail", (c) => {
    const texts = textsOf(c).settings;
    const told = { saved: texts.saved, sent: texts.mail.sent(sessionOf(c).person.email) };
    const done = Object.entries(told).find(([name]) => name === c.req.query("done"))?.[1] ?? null;
    return c.html(mailPage(frame(c), { canMail: sendMail !== null, done, fault: null }).text);
  });
  app.post("/settings/mail", async (c) => {
    const feedMails = (await readForm(c))("feed_mails") !== "";
    const { person } = sessionOf(c);
    await asPerson(accounts.db, person.id, (tx) => savePreferences(tx, { feedMails }, null, accounts.now()));
    return c.redirect("/settings/mail?done=saved", 303);
  });
  app.post("/settings/mail/test", (c) => sendTest(parts, c));
  return app;
}

async function sendTest({ accounts, sendMail, log, frame, refuse }: MailRouteParts, c: Context<WebEnv>) {
  const texts = textsOf(c).settings.mail;
  const { email, operator } = sessionOf(c).person;
  if (sendMail === null) return refuse(c, problem(409, texts.none(operator)));
  if (!(await admitMail(accounts, "test", email, accounts.now()))) return refuse(c, problem(429, texts.tooMany));
  try {
    await sendMail({ to: email, subject: texts.testSubject, text: texts.testText });
  } catch (error) {
    log.error({ requestId: c.var.requestId, err: error }, "test mail not sent");
    return c.html(mailPage(frame(c), { canMail: true, done: null, fault: texts.notSent(operator) }).text, 502);
  }
  return c.redirect("/settings/mail?done=sent", 303);
}

type MailView = { canMail: boolean; done: string | null; fault: string | null };

function mailPage(frame: Frame, { canMail, done, fault }: MailView): Html {
  const { mail: texts, sections } = frame.texts.settings;
  return settingsPage(frame, {
    section: "mail",
    title: sections.mail,
    note: canMail ? texts.note(frame.person?.email ?? "") : texts.none(frame.person?.operator === true),
    done,
    body: canMail ? html`${fault !== null && alert(fault)} ${choices(frame)}` : html``,
  });
}

function choices(frame: Frame): Html {
  const { mail: texts } = frame.texts.settings;
  const { feedMails } = frame.preferences;
  const row = { name: "feed_mails", label: texts.feedMails, hint: texts.feedMailsHint, isChecked: feedMails };
  return html`${preferenceForm(frame, "mail", checkRow(texts.feeds, row))}
    <div class="row">
      <div>${texts.brief}</div>
      <div class="val"><a href="/brief/settings">${texts.toBrief}</a></div>
    </div>
    <div class="row">
      <div>${texts.test}</div>
      <div class="val">
        ${postForm(frame, { action: "/settings/mail/test" }, html`<button class="btn">${texts.sendTest}</button>`)}
        <p class="hint">${texts.testHint}</p>
      </div>
    </div>`;
}
