import { z } from "zod";
import { listBriefs } from "../../../briefs/brief-store.ts";
import { loadBrief, loadLatestBrief } from "../../../briefs/shown-brief-store.ts";
import { listFolders } from "../../../feeds/folder-store.ts";
import { isUuid } from "../../../ids.ts";
import { findReports, loadListedItems } from "../../../items/listed-item-store.ts";
import { findToday, storiesPerPage } from "../../../items/today-store.ts";
import { asOwner, type Call } from "../app-call.ts";
import type { Outcome } from "./own-call.ts";

const pageCursor = z
  .string()
  .regex(/^\d{1,4}$/, "is none of ours")
  .optional()
  .meta({ description: "next of the page before." });

export const storiesQuery = z.object({
  unread: z.enum(["true", "false"]).optional().meta({ description: "true: only unread ones." }),
  folder: z.uuid().optional().meta({ description: "Of the feeds in this folder." }),
  cursor: pageCursor,
});

/** In the order of the front page: by how many outlets report them, and how new they are. */
export async function listStories(call: Call, asked: z.infer<typeof storiesQuery>): Promise<Outcome> {
  const page = Number(asked.cursor ?? 0);
  const { plainTitles } = call.access;
  return asOwner(call, async (tx) => {
    const folderId = asked.folder ?? null;
    if (folderId !== null && !(await listFolders(tx)).some(({ id }) => id === folderId)) {
      return { status: 404, why: "You have no such folder." };
    }
    const { stories } = await findToday(tx, { folderId, isUnread: asked.unread === "true", page }, call.now);
    const shown = stories.slice(0, storiesPerPage).map(({ storyId, isUnread, newestAt, reports }) => ({
      id: storyId,
      unread: isUnread,
      newest_at: newestAt.toISOString(),
      reports: reports.map(({ itemId, feedName, title, plainTitle, pubDate, overall }) => ({
        item: itemId,
        feed: feedName,
        title: plainTitles ? (plainTitle ?? title) : title,
        original_title: title,
        published_at: pubDate.toISOString(),
        overall,
      })),
    }));
    return { answer: { stories: shown, next: stories.length > storiesPerPage ? String(page + 1) : null } };
  });
}

/** Asking for it does not mark it as read. */
export async function sendStory(call: Call): Promise<Outcome> {
  const storyId = call.c.req.param("id") ?? "";
  const { plainTitles } = call.access;
  return asOwner(call, async (tx) => {
    const reports = isUuid(storyId) ? await findReports(tx, [storyId]) : [];
    const items = await loadListedItems(
      tx,
      reports.map(({ itemId }) => itemId),
    );
    const [newest] = items;
    if (newest === undefined) return { status: 404, why: "Your feeds have no such story." };
    const answer = {
      id: storyId,
      unread: items.every(({ readAt }) => readAt === null),
      newest_at: newest.pubDate.toISOString(),
      reports: items.map(({ id, feedName, title, analysis, pubDate }) => ({
        item: id,
        feed: feedName,
        title: (plainTitles && analysis?.title_corrected) || title,
        original_title: title,
        published_at: pubDate.toISOString(),
        overall: analysis?.overall ?? null,
      })),
    };
    return { answer };
  });
}

const briefsPerPage = 30;
export const briefsQuery = z.object({ cursor: pageCursor });

export async function listOwnBriefs(call: Call, asked: z.infer<typeof briefsQuery>): Promise<Outcome> {
  const offset = Number(asked.cursor ?? 0);
  const page = { limit: briefsPerPage + 1, offset };
  const briefs = await asOwner(call, (tx) => listBriefs(tx, call.access.personId, page));
  const shown = briefs.slice(0, briefsPerPage).map(({ id, createdAt, writtenBy, itemCount, opening }) => ({
    id,
    created_at: createdAt.toISOString(),
    written_by: writtenBy,
    items: itemCount,
    opening,
  }));
  return { answer: { briefs: shown, next: briefs.length > briefsPerPage ? String(offset + briefsPerPage) : null } };
}

/** By its id, or `latest`. */
export async function sendBrief(call: Call): Promise<Outcome> {
  const id = call.c.req.param("id") ?? "";
  const { personId } = call.access;
  const brief = await asOwner(call, async (tx) => {
    if (id === "latest") return (await loadLatestBrief(tx, personId, call.now)).brief;
    return isUuid(id) ? loadBrief(tx, personId, id) : null;
  });
  if (brief === null) return { status: 404, why: "You have no such brief." };
  const answer = {
    id: brief.id,
    created_at: brief.createdAt.toISOString(),
    written_by: brief.writtenBy,
    content: brief.content,
    cited: brief.items.map(
      (item) => item && { item: item.id, story: item.storyId, title: item.title, feed: item.feedName },
    ),
  };
  return { answer };
}
