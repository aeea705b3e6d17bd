import { type Context, Hono } from "hono";
import { asPerson } from "../../database/transaction.ts";
import { noSigns, readHealthSigns } from "../../feeds/lists/feed-health-store.ts";
import { listAttempts, listFetchDays, readFacts } from "../../feeds/lists/feed-page-store.ts";
import { findListed } from "../../feeds/lists/subscription-list-store.ts";
import { findNewsletterToken } from "../../feeds/newsletter-store.ts";
import { isNewsletter, newsletterAddress } from "../../feeds/newsletter.ts";
import { isUuid } from "../../ids.ts";
import { listFeedItems } from "../../items/feed-items-store.ts";
import { dayMs, earlier } from "../../time.ts";
import { intoElement } from "../kit/htmx.ts";
import { cleanFeedUrl } from "../public/feed-formats.ts";
import { problem } from "../problem.ts";
import { sessionOf } from "../require-person.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import { answerChange, answering, answerNotFound, rowErrorsTarget } from "./answer.ts";
import { type FeedRouteParts, findSubscription } from "./feed-parts.ts";
import { sayWhenAgain } from "./say-when-again.ts";
import { feedPage, type FeedView, firstHealthDay } from "./feed-page.ts";

/** The page of one feed, and "fetch now". */
export function feedPageRoutes(parts: FeedRouteParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  app.get("/feeds/:id", answering(parts, showFeed, { failed: (texts) => texts.loadFailed }));
  app.post(
    "/feeds/:id/fetch",
    answering(parts, fetchNow, { failed: (texts) => texts.fetchFailed, target: rowErrorsTarget }),
  );
  return app;
}

async function showFeed(parts: FeedRouteParts, c: Context<WebEnv>): Promise<Response> {
  const id = c.req.param("id") ?? "";
  const view = isUuid(id) ? await readView(parts, sessionOf(c).person.id, id) : null;
  return view === null ? answerNotFound(parts, c) : c.html(feedPage(parts.frame(c), view).text);
}

/** As in the list: the newest item of a feed that published something lately need not be looked up. */
const silentMs = 14 * dayMs;

function readView(parts: FeedRouteParts, personId: string, id: string): Promise<FeedView | null> {
  const { accounts, feeds, publicOrigin } = parts;
  const now = accounts.now();
  return asPerson(accounts.db, personId, async (tx) => {
    const feed = await findListed(tx, id);
    const facts = feed && (await readFacts(tx, feed.feedId));
    if (feed === null || facts === null) return null;
    const days = await listFetchDays(tx, feed.feedId, firstHealthDay(now));
    const attempts = await listAttempts(tx, feed.feedId);
    const cleanUrl = facts.isPublished ? cleanFeedUrl(publicOrigin, feed.url) : null;
    const items = await listFeedItems(tx, feed.feedId);
    const silentIds = items.some(({ pubDate }) => pubDate > earlier(now, silentMs)) ? [] : [feed.feedId];
    const signs = await readHealthSigns(tx, { feedIds: [feed.feedId], silentIds }, now);
    const token = isNewsletter(feed.url) ? await findNewsletterToken(tx, feed.feedId) : null;
    const { mailPlace } = feeds;
    const newsletter = token === null ? null : newsletterAddress(mailPlace ?? { domain: "…", prefix: "" }, token);
    return {
      feed,
      facts,
      signs: signs.get(feed.feedId) ?? noSigns,
      days,
      attempts,
      items,
      cleanUrl,
      newsletter,
      now,
    };
  });
}

/** Never before the time that the server named, and at most once in five minutes. */
async function fetchNow(parts: FeedRouteParts, c: Context<WebEnv>): Promise<Response> {
  const id = c.req.param("id") ?? "";
  const target = rowErrorsTarget(id);
  const feed = await findSubscription(parts, c, id);
  if (feed === null) return answerNotFound(parts, c, target);
  if (isNewsletter(feed.url)) {
    return parts.refuse(c, problem(409, textsOf(c).newsletters.neverFetched, intoElement(target)));
  }
  if (feed.pausedAt !== null) return parts.refuse(c, problem(409, textsOf(c).feeds.isPaused, intoElement(target)));
  const now = parts.accounts.now();
  const request = await parts.feeds.requestFetch(feed.feedId, now);
  switch (request.kind) {
    case "requested":
    case "running":
      return answerChange(c, `/feeds/${id}`);
    case "waits": {
      const waitSeconds = Math.ceil((request.until.getTime() - now.getTime()) / 1000);
      const headers = { ...intoElement(target), "Retry-After": String(waitSeconds) };
      return parts.refuse(c, problem(429, sayWhenAgain(parts.frame(c), request), headers));
    }
    case "not-runnable":
      return parts.refuse(c, problem(409, request.message, intoElement(target)));
    case "unknown":
      return answerNotFound(parts, c, target);
  }
}
