import { type Context, Hono } from "hono";
import { asPerson } from "../../database/transaction.ts";
import { parseFeedName } from "../../feeds/new-feed.ts";
import { addNewsletter } from "../../feeds/newsletter-store.ts";
import { postForm } from "../kit/form.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { readForm } from "../kit/read-form.ts";
import { problem } from "../problem.ts";
import { sessionOf } from "../require-person.ts";
import type { FeedTexts } from "../texts/en-feeds.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import { answering } from "./answer.ts";
import type { FeedRouteParts } from "./feed-parts.ts";
import { formErrors, formPage, noFaults, textField } from "./feed-form.ts";

/** A name gives an address: the page of the new newsletter shows it. */
export function newsletterRoutes(parts: FeedRouteParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  const failing = { failed: (texts: FeedTexts) => texts.addFailed };
  app.get("/feeds/newsletter", answering(parts, showForm, failing));
  app.post("/feeds/newsletter", answering(parts, add, failing));
  return app;
}

async function showForm(parts: FeedRouteParts, c: Context<WebEnv>): Promise<Response> {
  if (parts.feeds.mailPlace === null) return parts.refuse(c, problem(404, textsOf(c).newsletters.off));
  return c.html(addPage(parts.frame(c), { name: "", fault: null }).text);
}

async function add(parts: FeedRouteParts, c: Context<WebEnv>): Promise<Response> {
  const { accounts, feeds } = parts;
  const { newsletters: texts, feeds: feedTexts } = textsOf(c);
  if (feeds.mailPlace === null) return parts.refuse(c, problem(404, texts.off));
  const written = (await readForm(c))("name");
  const refused = (status: 400 | 409, fault: string) =>
    c.html(addPage(parts.frame(c), { name: written, fault }).text, status);
  const name = parseFeedName(written);
  if (name.kind !== "name") return refused(400, feedTexts.fault[name.kind]);
  const added = await asPerson(accounts.db, sessionOf(c).person.id, (tx) =>
    addNewsletter(tx, name.name, accounts.now()),
  );
  return added.kind === "full" ? refused(409, texts.full) : c.redirect(`/feeds/${added.id}`, 303);
}

function addPage(frame: Frame, { name, fault }: { name: string; fault: string | null }): Html {
  const { newsletters: texts, feeds: feedTexts } = frame.texts;
  return formPage(
    frame,
    texts.add,
    html`<p>${texts.lede}</p>
      ${postForm(
        frame,
        { action: "/feeds/newsletter", className: "feed-form stack", isUnchecked: true },
        html`${textField({ name: "name", id: "newsletter-name", label: texts.name, value: name, isFirst: true, describedBy: "newsletter-errors" })}
          <div id="newsletter-errors">${formErrors({ ...noFaults, general: fault })}</div>
          <div class="line">
            <button class="btn go">${texts.submit}</button><a class="btn" href="/feeds">${feedTexts.cancel}</a>
          </div>`,
      )}`,
  );
}
