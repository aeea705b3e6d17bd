import { randomUUID } from "node:crypto";
import { type Context, Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type pg from "pg";
import { createSecretToken } from "../../accounts/secret-token.ts";
import { isUuid } from "../../ids.ts";
import { findFeedName, listFeedNames } from "../../items/subscribed-feed-store.ts";
import {
  addPersonalFeed,
  deletePersonalFeed,
  listPersonalFeeds,
  personalFeedsMax,
  renewPersonalFeed,
} from "../../items/personal-feed-store.ts";
import { problem } from "../problem.ts";
import { feedFormats } from "../public/feed-formats.ts";
import { readForm } from "../read-form.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import { parseListQuery } from "./parse-list-query.ts";
import { personalAddress } from "./personal-address.ts";
import { personalFeedsPage, type PersonalFeedsView } from "./personal-feeds-page.ts";
import { asReader, type ReadingParts } from "./reading-parts.ts";

const nameCharsMax = 255;

/** Where a person makes and revokes the addresses of their personal feeds. */
export function personalFeedRoutes(parts: ReadingParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  app.get("/personal-feeds", (c) => showFeeds(parts, c));
  app.post("/personal-feeds", (c) => makeFeed(parts, c));
  app.post("/personal-feeds/:id/delete", (c) => revokeFeed(parts, c));
  app.post("/personal-feeds/:id/renew", (c) => renewFeed(parts, c));
  return app;
}

function showFeeds(parts: ReadingParts, c: Context<WebEnv>): Promise<Response> {
  const done = c.req.query("done") === "revoked" ? textsOf(c).reading.personal.revoked : null;
  return asReader(parts, c, async (tx, now) => show(parts, c, { ...(await loadView(tx, now)), done }));
}

/** The answer is the page itself and no redirect: the addresses are known in this moment only. */
async function makeFeed(parts: ReadingParts, c: Context<WebEnv>): Promise<Response> {
  const form = await readForm(c);
  const texts = textsOf(c).reading;
  const name = form("name").trim().toWellFormed();
  const asked = parseListQuery({ feed: form("feed"), max_score: form("max_score") });
  if (asked === null) throw new HTTPException(400, { message: texts.badQuestion });
  return asReader(parts, c, async (tx, now) => {
    if (asked.feedId !== null && (await findFeedName(tx, asked.feedId)) === null) {
      return parts.refuse(c, { ...problem(404, textsOf(c).feeds.notFoundWhy), heading: textsOf(c).feeds.notFound });
    }
    const isName = name !== "" && name.length <= nameCharsMax && !/\p{Cc}/u.test(name);
    if (!isName) return show(parts, c, { ...(await loadView(tx, now)), nameFault: texts.personal.badName }, 400);
    const { token, hash: tokenHash } = createSecretToken();
    const settings = { feedId: asked.feedId, maxScore: asked.maxScore, unread: form("unread") === "1" };
    const isMade = await addPersonalFeed(tx, { id: randomUUID(), tokenHash, name, settings }, now);
    const view = await loadView(tx, now);
    if (!isMade) return show(parts, c, { ...view, failure: texts.personal.full(personalFeedsMax) }, 409);
    return show(parts, c, { ...view, made: addressesOf(parts, token) });
  });
}

/** After a password reset: the same feed under a new address. */
async function renewFeed(parts: ReadingParts, c: Context<WebEnv>): Promise<Response> {
  const id = c.req.param("id") ?? "";
  const { gone, goneWhy } = textsOf(c).reading.personal;
  return asReader(parts, c, async (tx, now) => {
    const { token, hash } = createSecretToken();
    const isRenewed = isUuid(id) && (await renewPersonalFeed(tx, id, hash));
    if (!isRenewed) return parts.refuse(c, { ...problem(404, goneWhy), heading: gone });
    return show(parts, c, { ...(await loadView(tx, now)), made: addressesOf(parts, token) });
  });
}

function addressesOf({ publicOrigin }: ReadingParts, token: string): PersonalFeedsView["made"] {
  return feedFormats.map((format) => ({ format: format.name, address: publicOrigin + personalAddress(token, format) }));
}

async function revokeFeed(parts: ReadingParts, c: Context<WebEnv>): Promise<Response> {
  const id = c.req.param("id") ?? "";
  const isRevoked = isUuid(id) && (await asReader(parts, c, (tx) => deletePersonalFeed(tx, id)));
  const { gone, goneWhy } = textsOf(c).reading.personal;
  if (!isRevoked) return parts.refuse(c, { ...problem(404, goneWhy), heading: gone });
  return c.redirect("/personal-feeds?done=revoked", 303);
}

async function loadView(tx: pg.PoolClient, now: Date): Promise<PersonalFeedsView> {
  const [personalFeeds, feeds] = [await listPersonalFeeds(tx), await listFeedNames(tx)];
  return { personalFeeds, feeds, made: [], nameFault: null, failure: null, done: null, now };
}

function show(
  { frame }: ReadingParts,
  c: Context<WebEnv>,
  view: PersonalFeedsView,
  status: ContentfulStatusCode = 200,
): Response {
  return c.html(personalFeedsPage(frame(c), view).text, status);
}
