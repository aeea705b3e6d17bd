import { type Context, Hono, type MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import { hashToken, isSecretToken } from "../../accounts/secret-token.ts";
import { asPerson } from "../../database/transaction.ts";
import { findItemPage, type ListQuestion } from "../../items/item-list-store.ts";
import { findPersonalFeed, loadPersonalItems, type PersonalSettings } from "../../items/personal-feed-store.ts";
import type { PublishedItem } from "../../items/published-item.ts";
import { accepts, hasCurrent, createDocument, representDocument } from "../public/document.ts";
import { type FeedFormat, feedFormats } from "../public/feed-formats.ts";
import { parseStreamQuery } from "../stream/stream-query.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";

import type { ReadingParts } from "./reading-parts.ts";

type Parts = Pick<ReadingParts, "accounts" | "publicOrigin">;

/** Feeds for readers that cannot log in: the address itself is the secret. */
export function personalDocumentRoutes(parts: Parts, limit: MiddlewareHandler<WebEnv>): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  for (const format of feedFormats) {
    app.get(`/personal/:token${format.path}`, limit, (c) => sendFeed(parts, c, format));
  }
  return app;
}

async function sendFeed({ accounts, publicOrigin }: Parts, c: Context<WebEnv>, format: FeedFormat): Promise<Response> {
  const texts = textsOf(c).reading;
  const token = c.req.param("token") ?? "";
  const now = accounts.now();
  const feed = isSecretToken(token) ? await findPersonalFeed(accounts.db, hashToken(token), now) : null;
  if (feed === null) throw new HTTPException(404, { message: texts.personal.unknown });
  const wanted = narrow(feed.settings, c.req.query());
  if (wanted === null) throw new HTTPException(400, { message: texts.badQuestion });

  const question: ListQuestion = {
    view: wanted.unread ? "unread" : "all",
    feedIds: wanted.feedId === null ? null : [wanted.feedId],
    maxScore: wanted.maxScore,
    tsquery: null,
    order: "newest",
    after: null,
    readSince: null,
  };
  const items = await asPerson(accounts.db, feed.personId, async (tx) => {
    const { places } = await findItemPage(tx, question, now);
    return loadPersonalItems(
      tx,
      places.map(({ id }) => id),
    );
  });
  const about = {
    url: publicOrigin,
    title: feed.name,
    siteUrl: `${publicOrigin}/stream`,
    description: null,
    language: null,
    selfUrl: publicOrigin + personalAddress(token, format),
  };
  return answer(c, format, format.build(about, items, newestChange(items)));
}

/** What the address allows, narrowed by what the reader asks for. */
function narrow(settings: PersonalSettings, asked: Record<string, string>): PersonalSettings | null {
  const { max_score = "", feed = "", unread } = asked;
  const query = parseStreamQuery({ max_score, feed });
  if (query === null || (settings.feedId !== null && query.feedId !== null && query.feedId !== settings.feedId))
    return null;
  const scores = [settings.maxScore, query.maxScore].filter((score) => score !== null);
  return {
    feedId: settings.feedId ?? query.feedId,
    maxScore: scores.length === 0 ? null : Math.min(...scores),
    unread: settings.unread || unread === "1",
  };
}

/** The document carries the time of its last change, so it stays the same byte for byte until the next one. */
function newestChange(items: PublishedItem[]): Date {
  return new Date(Math.max(0, ...items.map(({ updatedAt }) => updatedAt.getTime())));
}

async function answer(c: Context<WebEnv>, { type }: FeedFormat, text: string): Promise<Response> {
  const document = { ...(await createDocument(text)), updatedAt: null };
  const representation = representDocument(document, type, accepts("gzip", c.req.header("Accept-Encoding")));
  const isCurrent = hasCurrent(representation, { "if-none-match": c.req.header("If-None-Match") });
  const { headers, bodyHeaders, body } = representation;
  const response = isCurrent
    ? new Response(null, { status: 304, headers })
    : new Response(body, { headers: [...headers, ...bodyHeaders] });
  // Private: shared caches must not keep it.
  response.headers.set("Cache-Control", "private, no-cache");
  return response;
}

/** The address of a personal feed. The secret is in the path, where the log recognises it by its length. */
export function personalAddress(token: string, { path }: FeedFormat): string {
  return `/personal/${token}${path}`;
}
