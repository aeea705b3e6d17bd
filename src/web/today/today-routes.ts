import { type Context, Hono } from "hono";
import { listFolders } from "../../feeds/folder-store.ts";
import { findFeedsInTrouble } from "../../feeds/lists/subscription-list-store.ts";
import { isUuid } from "../../ids.ts";
import { markAllRead, undoAllRead } from "../../items/item-state-store.ts";
import { countShelfFeeds, findFeedsInToday } from "../../items/shelf-store.ts";
import { countHeadlineEdits, findToday, type TodayQuestion } from "../../items/today-store.ts";
import { dayMs, earlier } from "../../time.ts";
import { answering } from "../feeds/answer.ts";
import type { FeedRouteParts } from "../feeds/feed-parts.ts";
import { parseFeedQuery } from "../feeds/list-routes.ts";
import { parsePage } from "../kit/page-links.ts";
import { readForm } from "../kit/read-form.ts";
import { asReader, findLooks, type ReadingParts, translationsFor } from "../reading/reading-parts.ts";
import { requirePerson, sessionOf } from "../require-person.ts";
import { parseMarked } from "../stream/marked-toast.ts";
import { parseTime } from "../stream/stream-query.ts";
import type { WebEnv } from "../web-env.ts";
import { todayPage } from "./today-page.ts";

/** The front page of a person. */
export function todayRoutes(parts: TodayParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  app.get(
    "/dashboard",
    requirePerson(parts.refuse),
    answering(parts, showToday, { failed: (texts) => texts.dashboardFailed }),
  );
  app.post("/dashboard/read", requirePerson(parts.refuse), (c) => markAll(parts, c));
  app.post("/dashboard/read/undo", requirePerson(parts.refuse), (c) => undoMarkAll(parts, c));
  return app;
}

type TodayParts = ReadingParts & Pick<FeedRouteParts, "isDatabaseUnavailable">;

const everything: TodayQuestion = { folderId: null, isUnread: false, page: 0 };

/** A wrong address shows all of Today, and says so. */
async function showToday(parts: ReadingParts, c: Context<WebEnv>): Promise<Response> {
  const asked = parseQuestion(c.req.query());
  const question = asked ?? everything;
  const view = await asReader(parts, c, async (tx, now) => {
    const today = await findToday(tx, question, now);
    const reportIds = today.stories.flatMap(({ reports }) => reports.map(({ itemId }) => itemId));
    const feedIds = today.stories.flatMap(({ reports }) => reports.map(({ feedId }) => feedId));
    return {
      question,
      isQuestionWrong: asked === null,
      ...today,
      headlineEdits: await countHeadlineEdits(tx, reportIds, earlier(now, dayMs)),
      folders: await listFolders(tx),
      feedsInTrouble: await findFeedsInTrouble(tx, now),
      hasFeeds: (await countShelfFeeds(tx)) > 0,
      marked: parseMarked(c.req.query()),
      translations: await translationsFor(sessionOf(c).person.preferences, tx, reportIds),
      lookOf: await findLooks(parts, tx, feedIds),
      pictureOf: (url: string) => parts.media.addresses.sign(url, "picture"),
      now,
    };
  });
  return c.html(todayPage(parts.frame(c), view).text, asked === null ? 400 : 200);
}

/** All of Today, or of one folder, as far as the page showed it. */
async function markAll(parts: ReadingParts, c: Context<WebEnv>): Promise<Response> {
  const form = await readForm(c);
  const folderId = isUuid(form("folder")) ? form("folder") : null;
  const now = parts.accounts.now();
  const seenUntil = parseTime(form("until")) ?? now;
  const count = await asReader(parts, c, async (tx) => {
    const feedIds = await findFeedsInToday(tx, folderId);
    return markAllRead(tx, { feedIds, maxScore: null, seenUntil, upTo: null }, now);
  });
  return c.redirect(markedAddress(folderId, count, now), 303);
}

async function undoMarkAll(parts: ReadingParts, c: Context<WebEnv>): Promise<Response> {
  const form = await readForm(c);
  const at = parseTime(form("at"));
  const count = at === null ? 0 : await asReader(parts, c, (tx) => undoAllRead(tx, at));
  return c.redirect(markedAddress(isUuid(form("folder")) ? form("folder") : null, count, null), 303);
}

function markedAddress(folderId: string | null, count: number, at: Date | null): string {
  const asked = {
    ...(folderId !== null && { folder: folderId }),
    marked: String(count),
    ...(at !== null && { at: at.toISOString() }),
  };
  return `/dashboard?${new URLSearchParams(asked).toString()}`;
}

/** Null if a parameter is wrong. The filters of the list of feeds were part of this address once; they are still checked. */
function parseQuestion(parameters: Record<string, string>): TodayQuestion | null {
  const { folder = "", show = "", page: written } = parameters;
  const page = parsePage(written === "" ? undefined : written);
  if (page === null || (folder !== "" && !isUuid(folder)) || !["", "all", "unread"].includes(show)) return null;
  if (parseFeedQuery(parameters) === null) return null;
  return { folderId: folder === "" ? null : folder, isUnread: show === "unread", page };
}
