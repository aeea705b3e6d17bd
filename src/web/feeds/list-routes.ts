import { type Context, Hono } from "hono";
import type pg from "pg";
import { listFolders } from "../../feeds/folder-store.ts";
import { readHealthSigns } from "../../feeds/lists/feed-health-store.ts";
import {
  type FeedQuery,
  listPage,
  listRemovals,
  subscriptionStates,
} from "../../feeds/lists/subscription-list-store.ts";
import { readActivity } from "../../items/feed-items-store.ts";
import { dayMs, earlier } from "../../time.ts";
import { html } from "../kit/html.ts";
import { wantsPart } from "../kit/htmx.ts";
import { alert } from "../kit/notice.ts";
import { asReader, findLooks } from "../reading/reading-parts.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import { answering } from "./answer.ts";
import { feedsPage } from "./feeds-page.ts";
import { findAdded } from "./added-notice.ts";
import type { FeedRouteParts } from "./feed-parts.ts";
import { feedList, type FeedListView, listAddress } from "./feed-list.ts";

/** The page of a person's feeds, and its list alone for htmx. */
export function listRoutes(parts: FeedRouteParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  app.get("/feeds", answering(parts, showList, { failed: (texts) => texts.listFailed }));
  return app;
}

async function showList(parts: FeedRouteParts, c: Context<WebEnv>): Promise<Response> {
  const query = parseFeedQuery(c.req.query());
  const isPart = wantsPart(c);
  if (isPart && query === null) return c.html(html`${alert(textsOf(c).feeds.queryWrong)}`.text, 400);
  const list = await asReader(parts, c, (tx, now) => readList(parts, tx, { query: query ?? wholeList, now }));
  if (!isPart) {
    const isQueryWrong = query === null;
    const added = await findAdded(parts, c, c.req.query("added") ?? "");
    const isAdding = c.req.query("add") !== undefined;
    const hasNewsletters = parts.feeds.mailPlace !== null;
    const hasSets = c.req.query("start") !== undefined || list.counts.all === 0;
    return c.html(
      feedsPage(parts.frame(c), { isQueryWrong, hasSets, isAdding, hasNewsletters, added, list }).text,
      isQueryWrong ? 400 : 200,
    );
  }
  c.header("HX-Replace-Url", listAddress(list.query));
  return c.html(feedList(parts.frame(c), list).text);
}

async function readList(parts: FeedRouteParts, tx: pg.PoolClient, { query, now }: Asked): Promise<FeedListView> {
  const { rows, counts, groups, page, pages } = await listPage(tx, query, now);
  const feedIds = rows.map(({ feedId }) => feedId);
  const activity = await readActivity(tx, feedIds, now);
  const silentIds = feedIds.filter((id) => activity.get(id)?.every((items) => items === 0));
  return {
    rows,
    counts,
    groups,
    pages,
    query: { ...query, page },
    activity,
    lookOf: await findLooks(parts, tx, feedIds),
    signs: await readHealthSigns(tx, { feedIds, silentIds }, now),
    folders: await listFolders(tx),
    removed: await listRemovals(tx, earlier(now, dayMs)),
    now,
  };
}

type Asked = { query: FeedQuery; now: Date };

const wholeList: FeedQuery = { search: "", status: "all", page: 1 };

const searchCharsMax = 255;

/** Null if a parameter is wrong. Absent or empty ones get their default. */
export function parseFeedQuery(parameters: Record<string, string>): FeedQuery | null {
  const { search = "", status = "", page = "" } = parameters;
  const knownStatus = subscriptionStates.find((known) => known === (status || wholeList.status));
  const isPage = /^[1-9]\d{0,5}$/.test(page || "1");
  if (knownStatus === undefined || !isPage || search.length > searchCharsMax || /\p{Cc}/u.test(search)) return null;
  return { search: search.trim(), status: knownStatus, page: Number(page || "1") };
}
