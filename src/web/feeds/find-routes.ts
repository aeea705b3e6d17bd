import { type Context, Hono } from "hono";
import { asPerson } from "../../database/transaction.ts";
import { findByUrl, type OnList } from "../../feeds/lists/subscription-list-store.ts";
import { nameOf } from "../../feeds/new-feed.ts";
import type { FindResult, FoundFeed } from "../../fetching/find-feeds.ts";
import { minuteMs } from "../../time.ts";
import { postForm } from "../kit/form.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { wantsPart } from "../kit/htmx.ts";
import { alert } from "../kit/notice.ts";
import { shell } from "../kit/shell.ts";
import { problem } from "../problem.ts";
import { sessionOf } from "../require-person.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import { answering } from "./answer.ts";
import { addField, addForm, byHand, noFaults, textField } from "./feed-form.ts";
import type { FeedRouteParts } from "./feed-parts.ts";

/** Each asks somebody else's server. Nobody adds this many by hand. */
const lookupsPerMinute = 20;
/** A page that links to more feeds is a directory. */
const foundShownMax = 20;

/** Looks an address up and answers with the form to add it, filled in; several feeds are several forms. */
export function findRoute(parts: FeedRouteParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  const asked = new Map<string, number>();
  let minute = 0;
  const find = async (_: FeedRouteParts, c: Context<WebEnv>) => {
    const written = (c.req.query("url") ?? "").slice(0, addressCharsMax);
    const now = Math.floor(parts.accounts.now().getTime() / minuteMs);
    if (now !== minute) asked.clear();
    minute = now;
    const { id } = sessionOf(c).person;
    const count = (asked.get(id) ?? 0) + (written.trim() === "" ? 0 : 1);
    asked.set(id, count);
    if (count > lookupsPerMinute) {
      return parts.refuse(c, problem(429, textsOf(c).feeds.find.tooMany, { "Retry-After": "60" }));
    }
    return showFound(parts, c, written);
  };
  app.get("/feeds/find", answering(parts, find, { failed: (texts) => texts.find.failed }));
  return app;
}

const addressCharsMax = 4_000;

/** The status is 200 even if there is no feed: it is the answer to the question. */
async function showFound(parts: FeedRouteParts, c: Context<WebEnv>, written: string): Promise<Response> {
  const frame = parts.frame(c);
  const isPart = wantsPart(c);
  const found = written.trim() === "" ? null : await parts.feeds.findFeeds(written);
  const urls = found?.kind === "found" ? found.feeds.map(({ url }) => url) : [];
  const onList = await asPerson(parts.accounts.db, sessionOf(c).person.id, (tx) => findByUrl(tx, urls));
  const answer =
    found === null ? byHand(frame, { isPart, isOpen: !isPart }) : foundForms(frame, found, { written, isPart, onList });
  if (isPart) return c.html(answer.text);
  const { feeds: texts } = frame.texts;
  const body = html`<div class="lede"><h1>${texts.add}</h1></div>
    ${addField(frame, { written, isFocused: found === null })}
    <div id="found">${answer}</div>`;
  return c.html(shell(frame, { title: texts.add, body }).text);
}

/** `onList`: what the person reads already, by address. */
type Answer = { written: string; isPart: boolean; onList: ReadonlyMap<string, OnList> };

function foundForms(frame: Frame, found: FindResult, { written, isPart, onList }: Answer): Html {
  const { find: texts } = frame.texts.feeds;
  if (found.kind === "found") return candidates(frame, found.feeds.slice(0, foundShownMax), { isPart, onList });
  if (found.kind === "wrong")
    return html`${alert(texts.wrong)} ${byHand(frame, { isPart, isOpen: false, url: written })}`;
  // An operator can change what others can only ask for.
  const isOperator = frame.person?.operator === true;
  const sentence =
    found.isPrivate && isOperator
      ? texts.privateForOperator
      : found.failure === "not-found"
        ? frame.texts.feeds.hint.missing
        : frame.texts.engine.failure(found.failure, found.sentence);
  const values = { name: nameOf("", found.url), url: found.url };
  return html`${alert(texts.nothing(sentence))}
    <section class="panel stack measure" aria-label="${texts.anyway}">
      <h2>${texts.anyway}</h2>
      ${addForm(frame, { values, faults: noFaults, isPart })}
    </section>`;
}

function candidates(frame: Frame, feeds: readonly FoundFeed[], { isPart, onList }: Omit<Answer, "written">): Html {
  const texts = frame.texts.feeds;
  const isOne = feeds.length === 1;
  return html`<section class="panel stack measure" aria-labelledby="found-title">
    <h2 id="found-title" tabindex="-1">${texts.find.found(feeds.length)}</h2>
    <div id="feed-add-form-errors" aria-live="polite"></div>
    ${feeds.map((feed, index) => {
      const known = onList.get(feed.url);
      if (known !== undefined) return listed(frame, known);
      return candidate(frame, feed, { index, isPart, cancel: isOne && cancel(frame, isPart) });
    })}
    ${(!isOne || onList.size > 0) && html`<p>${cancel(frame, isPart)}</p>`}
  </section>`;
}

function listed({ texts: { feeds: texts } }: Frame, { id, name }: OnList): Html {
  return html`<p class="line">
    <span class="state ok">${texts.find.onList}</span> <a href="/feeds/${id}" dir="auto">${name}</a>
  </p>`;
}

/** `cancel`: next to the button, where there is only one form. */
type Place = { index: number; isPart: boolean; cancel: Html | false };

function candidate(frame: Frame, { url, title }: FoundFeed, { index, isPart, cancel: besides }: Place): Html {
  const texts = frame.texts.feeds;
  const id = (field: string) => `found-${index}-${field}`;
  return postForm(
    frame,
    {
      action: "/feeds",
      id: index === 0 ? "feed-add-form" : `feed-add-form-${index + 1}`,
      className: "candidate stack",
      isUnchecked: true,
      htmx: { post: isPart && "/feeds", include: "#feed-filters", swap: "none" },
    },
    html`${textField({ name: "name", id: id("name"), label: texts.name, value: nameOf(title ?? "", url), describedBy: "feed-add-form-errors" })}
      ${textField({ name: "url", id: id("url"), label: texts.url, type: "url", value: url, describedBy: "feed-add-form-errors" })}
      <div class="line"><button class="btn go">${texts.addSubmit}</button>${besides}</div>`,
  );
}

/** With htmx the place is as before; without, the list. */
function cancel({ texts: { feeds: texts } }: Frame, isPart: boolean): Html {
  return html`<a class="btn cancel" href="/feeds" hx-get="${isPart && "/feeds/find"}" hx-target="#found"
    >${texts.cancel}</a
  >`;
}
