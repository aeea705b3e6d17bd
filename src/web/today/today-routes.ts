import { type Context, Hono } from "hono";
import { listFolders } from "../../feeds/folder-store.ts";
import { countFeedsInTrouble } from "../../feeds/lists/subscription-list-store.ts";
import { listSubscribedFeeds } from "../../feeds/subscription-store.ts";
import { isUuid } from "../../ids.ts";
import { findToday, type TodayQuestion } from "../../items/today-store.ts";
import { answering } from "../feeds/answer.ts";
import type { FeedRouteParts } from "../feeds/feed-parts.ts";
import { parseFeedQuery } from "../feeds/list-routes.ts";
import { parsePage } from "../kit/page-links.ts";
import { asReader, findIcons, type ReadingParts } from "../reading/reading-parts.ts";
import { requirePerson } from "../require-person.ts";
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
    const feedIds = today.stories.flatMap(({ reports }) => reports.map(({ feedId }) => feedId));
    return {
      question,
      isQuestionWrong: asked === null,
      ...today,
      folders: await listFolders(tx),
      feedsInTrouble: await countFeedsInTrouble(tx, now),
      hasFeeds: (await listSubscribedFeeds(tx)).length > 0,
      iconOf: await findIcons(parts, tx, feedIds),
      pictureOf: (url: string) => parts.media.addresses.sign(url, "picture"),
      now,
    };
  });
  return c.html(todayPage(parts.frame(c), view).text, asked === null ? 400 : 200);
}

/** Null if a parameter is wrong. The filters of the list of feeds were part of this address once; they are still checked. */
function parseQuestion(parameters: Record<string, string>): TodayQuestion | null {
  const { folder = "", show = "", page: written } = parameters;
  const page = parsePage(written === "" ? undefined : written);
  if (page === null || (folder !== "" && !isUuid(folder)) || !["", "all", "unread"].includes(show)) return null;
  if (parseFeedQuery(parameters) === null) return null;
  return { folderId: folder === "" ? null : folder, isUnread: show === "unread", page };
}
