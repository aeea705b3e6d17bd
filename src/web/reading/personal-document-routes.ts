import { type Context, Hono, type MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import { hashToken, isSecretToken } from "../../accounts/secret-token.ts";
import { asPerson } from "../../database/transaction.ts";
import { listAppFeeds } from "../../feeds/app-feed-store.ts";
import { buildOpml } from "../../feeds/opml.ts";
import { findPersonalFeed, type PersonalSettings } from "../../items/personal-feed-store.ts";
import { findFeedsOfFolder } from "../../items/shelf-store.ts";
import { loadPersonalDocument, narrowedFeed } from "../../publishing/personal-document.ts";
import { hubLinks } from "../../websub/own-hub/hub-links.ts";
import { accepts, hasCurrent, createDocument, representDocument } from "../public/document.ts";
import { type FeedFormat, feedFormats, rss } from "../public/feed-formats.ts";
import { parseStreamQuery } from "../stream/stream-query.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import { createFullText } from "./full-text.ts";
import type { ReadingParts } from "./reading-parts.ts";

/** `hasHub`: our own hub tells of changes. */
type Parts = Pick<ReadingParts, "accounts" | "publicOrigin"> & {
  media: Pick<ReadingParts["media"], "addresses">;
  hasHub: boolean;
};

/** Feeds for readers that cannot log in: the address itself is the secret. */
export function personalDocumentRoutes(parts: Parts, limit: MiddlewareHandler<WebEnv>): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  for (const format of feedFormats) {
    app.get(`/personal/:token${format.path}`, limit, (c) => sendFeed(parts, c, format));
  }
  app.get(`/personal/:token${listPath}`, limit, (c) => sendSubscriptionList(parts, c));
  return app;
}

const listPath = "/feeds.opml";
const opmlType = "text/x-opml; charset=utf-8";

/**
 * The person's feeds, each at this address narrowed to it: a reader that imports the list, or follows it, has every feed by
 * itself, clean, in its folder.
 */
async function sendSubscriptionList({ accounts, publicOrigin }: Parts, c: Context<WebEnv>): Promise<Response> {
  const token = c.req.param("token") ?? "";
  const feed = await findByToken(accounts, c, token);
  const { feedId, folderId } = feed.settings;
  const shown = await asPerson(accounts.db, feed.personId, async (tx) => {
    const inFolder = folderId === null ? null : await findFeedsOfFolder(tx, folderId);
    return (await listAppFeeds(tx)).filter(
      (one) => (feedId ?? one.feedId) === one.feedId && (inFolder === null || inFolder.includes(one.feedId)),
    );
  });
  const own = publicOrigin + personalAddress(token, rss);
  const outlines = shown.map((one) => ({
    url: `${own}?feed=${one.feedId}`,
    name: one.name,
    siteUrl: one.siteUrl,
    folder: one.folderName,
  }));
  // Its date is that of the newest subscription, so the document stays the same until the list changes.
  const newest = new Date(Math.max(0, ...shown.map(({ addedAt }) => addedAt.getTime())));
  return answer(c, { type: opmlType, text: buildOpml(feed.name, outlines, newest) });
}

async function findByToken({ db, now }: Parts["accounts"], c: Context<WebEnv>, token: string) {
  const feed = isSecretToken(token) ? await findPersonalFeed(db, hashToken(token), now()) : null;
  if (feed === null) throw new HTTPException(404, { message: textsOf(c).reading.personal.unknown });
  return feed;
}

/** The address of the list of all feeds at the address of a personal feed. */
export function personalListAddress(token: string): string {
  return `/personal/${token}${listPath}`;
}

async function sendFeed(parts: Parts, c: Context<WebEnv>, format: FeedFormat): Promise<Response> {
  const { accounts, publicOrigin, media, hasHub } = parts;
  const texts = textsOf(c).reading;
  const token = c.req.param("token") ?? "";
  const feed = await findByToken(accounts, c, token);
  const wanted = narrow(feed.settings, c.req.query());
  if (wanted === null) throw new HTTPException(400, { message: texts.badQuestion });

  const narrowedTo = narrowedFeed(feed, wanted);
  const selfUrl = publicOrigin + personalAddress(token, format) + (narrowedTo === null ? "" : `?feed=${narrowedTo}`);
  // The hub knows this address alone, without parameters.
  const hasOwnHub = hasHub && format === rss && Object.keys(c.req.query()).length === 0;
  const hubUrl = hasOwnHub ? `${publicOrigin}/hub` : null;
  const writeFullText = createFullText(media.addresses.sign, publicOrigin);
  const request = { found: feed, wanted, publicOrigin, selfUrl, hubUrl, writeFullText };
  const document = await loadPersonalDocument(accounts.db, request, accounts.now());
  const link = hasOwnHub ? hubLinks(publicOrigin, selfUrl) : undefined;
  return answer(c, { type: format.type, text: format.build(document.feed, document.items, document.updatedAt), link });
}

/** What the address allows, narrowed by what the reader asks for. */
function narrow(settings: PersonalSettings, asked: Record<string, string>): PersonalSettings | null {
  const { max_score = "", feed = "", unread } = asked;
  const query = parseStreamQuery({ max_score, feed });
  if (query === null || (settings.feedId !== null && query.feedId !== null && query.feedId !== settings.feedId))
    return null;
  const scores = [settings.maxScore, query.maxScore].filter((score) => score !== null);
  return {
    ...settings,
    feedId: settings.feedId ?? query.feedId,
    maxScore: scores.length === 0 ? null : Math.min(...scores),
    unread: settings.unread || unread === "1",
  };
}

type Answer = { type: string; text: string; link?: string | undefined };

async function answer(c: Context<WebEnv>, { type, text, link }: Answer): Promise<Response> {
  const document = { ...(await createDocument(text)), updatedAt: null, ...(link !== undefined && { link }) };
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
