import { type Context, Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { asPerson } from "../../database/transaction.ts";
import type { SecretBox } from "../../database/secret-box.ts";
import { findFullText } from "../../feeds/lists/feed-page-store.ts";
import type { ListedSubscription } from "../../feeds/lists/subscription-list-store.ts";
import { listFolders } from "../../feeds/folder-store.ts";
import { isNewsletter } from "../../feeds/newsletter.ts";
import { mayKeepHeaders, type NewFeedFault, parseFeedName, parseNewFeed } from "../../feeds/new-feed.ts";
import {
  type Arrangement,
  arrangeSubscriptions,
  changeSubscription,
  restoreSubscription,
  restoreSubscriptions,
  subscribe,
  unsubscribe,
  type WantedFeed,
} from "../../feeds/subscription-store.ts";
import { sealGivenHeaders } from "../../fetching/request-headers.ts";
import { isUuid } from "../../ids.ts";
import type { Html } from "../kit/html.ts";
import { intoElement, wantsPage, wantsPart } from "../kit/htmx.ts";
import { readForm } from "../kit/read-form.ts";
import { sessionOf } from "../require-person.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import {
  addErrorsTarget,
  answerAdded,
  answerChange,
  answering,
  answerNotFound,
  editErrorsTarget,
  rowErrorsTarget,
} from "./answer.ts";
import { type FeedRouteParts, findSubscription } from "./feed-parts.ts";
import { editForm, type EditForm, editPage } from "./edit-form.ts";
import { addPage, type FeedFormFaults, type FeedFormValues, formErrors, noFaults } from "./feed-form.ts";
import { intervalMinutesMax, parseReading, readingOf, type SentReading } from "./read-edit-form.ts";

/** Changes to a person's list. Each also works as a plain POST form, for browsers without script. */
export function changeRoutes(parts: FeedRouteParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  const add = answering(parts, addFeed, { failed: (texts) => texts.addFailed, target: () => addErrorsTarget });
  const edit = answering(parts, changeFeed, { failed: (texts) => texts.editFailed, target: editErrorsTarget });
  const remove = answering(parts, removeFeed, { failed: (texts) => texts.deleteFailed, target: rowErrorsTarget });
  app.post("/feeds", add);
  app.get("/feeds/:id/edit", answering(parts, showEdit, { failed: (texts) => texts.loadFailed }));
  app.patch("/feeds/:id", edit);
  app.post("/feeds/restore", answering(parts, restoreFeeds, { failed: (texts) => texts.restoreFailed }));
  app.post("/feeds/:id", edit);
  app.delete("/feeds/:id", remove);
  app.post("/feeds/:id/delete", remove);
  app.post("/feeds/:id/restore", answering(parts, restoreFeed, { failed: (texts) => texts.restoreFailed }));
  return app;
}

async function addFeed(parts: FeedRouteParts, c: Context<WebEnv>): Promise<Response> {
  const { accounts, feeds } = parts;
  const sent = await readFeedForm(c, accounts.secrets);
  const refused = (status: ContentfulStatusCode, faults: FeedFormFaults) =>
    answerFaults(c, {
      status,
      faults,
      target: addErrorsTarget,
      page: () => addPage(parts.frame(c), { values: sent.values, faults }),
    });
  if (sent.kind === "wrong") return refused(400, sent.faults);

  const { name, url, headers } = sent;
  const wanted = { name, feed: { url, isOwn: headers !== null, headers }, dueAt: null };
  const change = { lanes: feeds.lanes, now: accounts.now() };
  const [outcome] = await asPerson(accounts.db, sessionOf(c).person.id, (tx) => subscribe(tx, [wanted], change));
  const { fault } = textsOf(c).feeds;
  if (outcome?.kind === "duplicate") return refused(409, { ...noFaults, url: fault.duplicate });
  if (outcome?.kind === "full") return refused(409, { ...noFaults, general: fault.full });
  return outcome === undefined ? answerChange(c) : answerAdded(c, outcome.id);
}

async function showEdit(parts: FeedRouteParts, c: Context<WebEnv>): Promise<Response> {
  const feed = await findSubscription(parts, c, c.req.param("id") ?? "");
  if (feed === null) return answerNotFound(parts, c);
  const form = await editFormOf(parts, c, feed);
  const frame = parts.frame(c);
  return c.html((wantsPart(c) ? editForm(frame, { ...form, isPart: true }) : editPage(frame, form)).text);
}

async function editFormOf(
  { accounts, feeds }: FeedRouteParts,
  c: Context<WebEnv>,
  feed: ListedSubscription,
): Promise<Omit<EditForm, "isPart">> {
  const [folders, fullText] = await asPerson(accounts.db, sessionOf(c).person.id, async (tx) => [
    await listFolders(tx),
    await findFullText(tx, feed.feedId),
  ]);
  return {
    id: feed.id,
    feedId: feed.feedId,
    isOwn: feed.isOwn,
    fullText,
    values: { name: feed.name, url: feed.url },
    faults: noFaults,
    reading: readingOf(feed),
    folders,
    minutesMin: feeds.intervalMinutesMin,
  };
}

async function changeFeed(parts: FeedRouteParts, c: Context<WebEnv>): Promise<Response> {
  const { accounts, feeds } = parts;
  const id = c.req.param("id") ?? "";
  const target = editErrorsTarget(id);
  const before = await findSubscription(parts, c, id);
  if (before === null) return answerNotFound(parts, c, target);
  const read = isNewsletter(before.url) ? readNameForm(c, before.url) : readFeedForm(c, accounts.secrets);
  const [sent, sentReading] = [await read, await readSentReading(c)];
  const form = await editFormOf(parts, c, before);
  const typed = { ...form, values: sent.values, reading: { ...form.reading, ...sentReading } };
  const refused = (status: ContentfulStatusCode, faults: FeedFormFaults) =>
    answerFaults(c, { status, faults, target, page: () => editPage(parts.frame(c), { ...typed, faults }) });
  if (sent.kind === "wrong") return refused(400, sent.faults);

  const { fault, interval, folders } = textsOf(c).feeds;
  const general = (sentence: string) => ({ ...noFaults, general: sentence });
  const feed = wantedFeed(before, sent);
  if (feed === "headers-needed") return refused(400, general(fault["headers-needed"]));
  const reading = parseReading(sentReading, feeds.intervalMinutesMin);
  if (reading === "interval") {
    return refused(400, general(interval.wrong(feeds.intervalMinutesMin, intervalMinutesMax)));
  }
  const isKnown = ({ folderId = null }: Arrangement) =>
    folderId === null || form.folders.some((folder) => folder.id === folderId);
  if (reading === "folder" || !isKnown(reading)) return refused(404, general(folders.fault.unknown));

  const change = { id, name: sent.name, feed };
  const context = { lanes: feeds.lanes, now: accounts.now() };
  const outcome = await asPerson(accounts.db, sessionOf(c).person.id, async (tx) => {
    const changed = await changeSubscription(tx, change, context);
    if (changed === "changed") await arrangeSubscriptions(tx, [id], reading, context.now);
    return changed;
  });
  if (outcome === "unknown") return answerNotFound(parts, c, target);
  if (outcome === "duplicate") return refused(409, { ...noFaults, url: fault.exists });
  const after = await findSubscription(parts, c, id);
  if (after !== null && after.intervalMinutes !== before.intervalMinutes) {
    await feeds.replanFeed(after.feedId, context.now);
  }
  return answerChange(c);
}

/** What the form did not have is left out. */
async function readSentReading(c: Context): Promise<Partial<SentReading>> {
  const [text, sent] = [await readForm(c), await c.req.parseBody()];
  const names = ["folder", "interval", "minutes"] as const;
  return Object.fromEntries(names.filter((name) => name in sent).map((name) => [name, text(name)]));
}

/** A private feed stays private unless the person shares it. Its headers move with it only within their origin. */
function wantedFeed(
  before: ListedSubscription,
  { url, headers, dropsHeaders }: Extract<SentFeed, { kind: "right" }>,
): WantedFeed | "headers-needed" {
  if (headers !== null) return { url, isOwn: true, headers };
  if (!before.isOwn || dropsHeaders) return { url, isOwn: false, headers: null };
  return mayKeepHeaders(before.url, url) ? { url, isOwn: true, headers: null } : "headers-needed";
}

async function removeFeed(parts: FeedRouteParts, c: Context<WebEnv>): Promise<Response> {
  const id = c.req.param("id") ?? "";
  const { db, now } = parts.accounts;
  const isRemoved = isUuid(id) && (await asPerson(db, sessionOf(c).person.id, (tx) => unsubscribe(tx, id, now())));
  return isRemoved ? answerChange(c) : answerNotFound(parts, c, rowErrorsTarget(id));
}

/** All that one bulk action removed. */
async function restoreFeeds(parts: FeedRouteParts, c: Context<WebEnv>): Promise<Response> {
  const removedAt = new Date((await readForm(c))("removed"));
  const { db, now } = parts.accounts;
  const restored = Number.isNaN(removedAt.getTime())
    ? 0
    : await asPerson(db, sessionOf(c).person.id, (tx) => restoreSubscriptions(tx, removedAt, now()));
  return restored === 0 ? answerNotFound(parts, c) : answerChange(c);
}

async function restoreFeed(parts: FeedRouteParts, c: Context<WebEnv>): Promise<Response> {
  const id = c.req.param("id") ?? "";
  const { db, now } = parts.accounts;
  const isBack = isUuid(id) && (await asPerson(db, sessionOf(c).person.id, (tx) => restoreSubscription(tx, id, now())));
  return isBack ? answerChange(c) : answerNotFound(parts, c);
}

type Faults = { status: ContentfulStatusCode; faults: FeedFormFaults; target: string; page: () => Html };

/** Shows the errors in the form. Without script the form comes back as a page, with what was typed. */
function answerFaults(c: Context<WebEnv>, { status, faults, target, page }: Faults): Response {
  if (wantsPage(c)) return c.html(page().text, status);
  return c.html(formErrors(faults).text, status, intoElement(target));
}

/** What was sent, as typed, to show it again if it is wrong. `dropsHeaders`: a private feed becomes shared. */
type SentFeed = { values: FeedFormValues; dropsHeaders: boolean } & (
  | { kind: "right"; name: string; url: string; headers: Buffer | null }
  | { kind: "wrong"; faults: FeedFormFaults }
);

/** Of a newsletter only its name can be changed. */
async function readNameForm(c: Context, url: string): Promise<SentFeed> {
  const text = await readForm(c);
  const sent = { values: { name: text("name"), url }, dropsHeaders: false };
  const parsed = parseFeedName(text("name"));
  if (parsed.kind !== "name") return { ...sent, kind: "wrong", faults: inWords(c, [parsed]) };
  return { ...sent, kind: "right", name: parsed.name, url, headers: null };
}

async function readFeedForm(c: Context, secrets: SecretBox): Promise<SentFeed> {
  const text = await readForm(c);
  const values = { name: text("name"), url: text("url") };
  const sent = { values, dropsHeaders: text("share") === "yes" };
  const secret = { username: text("username"), password: text("password"), headerLines: text("headers").split("\n") };
  const parsed = parseNewFeed({ ...values, ...secret });
  if (parsed.kind === "wrong") return { ...sent, kind: "wrong", faults: inWords(c, parsed.faults) };

  const { name, url, headers } = parsed;
  if (headers === null) return { ...sent, kind: "right", name, url, headers: null };
  const sealed = sealGivenHeaders(headers, secrets);
  if (sealed.kind === "refused") return { ...sent, kind: "wrong", faults: { ...noFaults, general: sealed.sentence } };
  return { ...sent, kind: "right", name, url, headers: sealed.headers };
}

function inWords(c: Context, faults: NewFeedFault[]): FeedFormFaults {
  const { fault: texts } = textsOf(c).feeds;
  const words = { ...noFaults };
  for (const fault of faults) {
    switch (fault.kind) {
      case "name-missing":
      case "name-too-long":
        words.name = texts[fault.kind];
        break;
      case "url-missing":
        words.url = texts[fault.kind];
        break;
      case "url-wrong":
        words.url = texts.address[fault.why];
        break;
      case "username-missing":
      case "headers-unreadable":
        words.general = texts[fault.kind];
        break;
    }
  }
  return words;
}
