import { type Context, Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { listFolders } from "../../feeds/folder-store.ts";
import { countByStatus } from "../../feeds/lists/subscription-list-store.ts";
import { isUuid } from "../../ids.ts";
import { findToday, type TodayQuestion } from "../../items/today-store.ts";
import { parsePage } from "../kit/page-links.ts";
import { asReader, findIcons, type ReadingParts } from "../reading/reading-parts.ts";
import { requirePerson } from "../require-person.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import { todayPage } from "./today-page.ts";

/** The front page of a person. */
export function todayRoutes(parts: ReadingParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  app.get("/today", requirePerson(parts.refuse), (c) => showToday(parts, c));
  return app;
}

async function showToday(parts: ReadingParts, c: Context<WebEnv>): Promise<Response> {
  const question = parseQuestion(c);
  if (question === null) throw new HTTPException(400, { message: textsOf(c).today.badQuestion });
  const view = await asReader(parts, c, async (tx, now) => {
    const today = await findToday(tx, question, now);
    const feedIds = today.stories.flatMap(({ reports }) => reports.map(({ feedId }) => feedId));
    return {
      question,
      ...today,
      folders: await listFolders(tx),
      feedsInTrouble: (await countByStatus(tx)).error,
      iconOf: await findIcons(parts, tx, feedIds),
      pictureOf: (url: string) => parts.media.addresses.sign(url, "picture"),
      now,
    };
  });
  return c.html(todayPage(parts.frame(c), view).text);
}

/** Null if a parameter is wrong. */
function parseQuestion(c: Context<WebEnv>): TodayQuestion | null {
  const { folder = "", show = "", page: written } = c.req.query();
  const page = parsePage(written);
  if (page === null || (folder !== "" && !isUuid(folder)) || !["", "all", "unread"].includes(show)) return null;
  return { folderId: folder === "" ? null : folder, isUnread: show === "unread", page };
}
