import { hash } from "node:crypto";
import { Hono, type MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import { asAnybody } from "../../database/transaction.ts";
import { normaliseItemUrl } from "../../text/normalise-item-url.ts";
import { filterByScore } from "../../publishing/present-item.ts";
import { findItem, findItemsByPrefix } from "../../publishing/public-item-store.ts";
import { problem } from "../problem.ts";
import type { WebEnv } from "../web-env.ts";
import { describeApi } from "./api-page.ts";
import {
  describeFeed,
  describeItem,
  describePrefix,
  describePrefixLength,
  describeSite,
  prefixLengthHeader,
} from "./describe-routes.ts";
import { accepts, jsonType, sendDocument, sendJson } from "./document.ts";
import { feedFormats } from "./feed-formats.ts";
import { buildItemAnswer, buildPageAnswer } from "./item-answer.ts";
import { anyOrigin, type PublicApi } from "./public-api.ts";
import { checkParameters, feedQuery, itemQuery, prefixParameter, siteQuery } from "./public-parameters.ts";
import { limitRate, type RateLimitParts, type RefuseRequest } from "./rate-limit.ts";

/** The public API: clean feeds, and the analyses of pages. */
export function publicRoutes(parts: PublicApi & RateLimitParts, refuse: RefuseRequest) {
  const routes = new Hono<WebEnv>();
  const limit = limitRate(parts, refuse);
  const describe = describeApi(routes);
  for (const path of [...feedFormats.map((format) => format.path), "/api/*", "/openapi.json"]) {
    routes.use(path, anyOrigin);
  }
  routes.route("/", feedRoutes(parts, limit));
  routes.route("/", itemRoutes(parts, limit, refuse));
  routes.get("/openapi.json", async (c) => c.json(await describe()));
  return { routes, describe };
}

function feedRoutes({ documents, noteAsked }: PublicApi, limit: MiddlewareHandler<WebEnv>): Hono<WebEnv> {
  const routes = new Hono<WebEnv>();
  for (const format of feedFormats) {
    routes.get(format.path, describeFeed(format), limit, checkParameters("query", feedQuery), async (c) => {
      const { url, max_score: maxScore = null } = c.req.valid("query");
      const found = await documents.findFeed({ format, url, maxScore });
      if (found === "missing")
        throw new HTTPException(404, { message: "No clean feed is published for this address." });
      noteAsked(found.feedId);
      return sendDocument(c, found, format.type);
    });
  }
  routes.get("/api/site", describeSite, limit, checkParameters("query", siteQuery), async (c) => {
    const { root, max_score: maxScore = null } = c.req.valid("query");
    const isGzip = accepts("gzip", c.req.header("Accept-Encoding"));
    const found = await documents.findSite({ root, maxScore, isGzip });
    if (found === "missing") throw new HTTPException(404, { message: "No feed is published for this domain." });
    // No date: when a feed leaves the site, nothing records it.
    return sendDocument(c, { ...found, updatedAt: null }, jsonType);
  });
  return routes;
}

// A bucket holds about 30 to 500 pages: a digit more would leave fewer than the minimum.
const pagesPerBucketMax = 2_000;

function itemRoutes(
  { pool, prefixLength }: PublicApi,
  limit: MiddlewareHandler<WebEnv>,
  refuse: RefuseRequest,
): Hono<WebEnv> {
  const routes = new Hono<WebEnv>();
  routes.get("/api/item", describeItem, limit, checkParameters("query", itemQuery), async (c) => {
    const { url, max_score: maxScore = 1 } = c.req.valid("query");
    const item = await asAnybody(pool, (tx) => findItem(tx, hash("sha256", normaliseItemUrl(url))));
    if (item === null) throw new HTTPException(404, { message: "No published feed has this page." });
    if (filterByScore([item], maxScore).length === 0) {
      throw new HTTPException(404, { message: `The score of this page is above ${maxScore}.` });
    }
    return sendJson(c, buildItemAnswer(item));
  });
  routes.get("/api/item/prefix-length", describePrefixLength, limit, async (c) =>
    sendJson(c, { prefix_length: await prefixLength() }),
  );
  // The prefix may be empty.
  routes.get("/api/item/:prefix{.*}", describePrefix, limit, checkParameters("param", prefixParameter), async (c) => {
    const { prefix } = c.req.valid("param");
    const length = await prefixLength();
    if (prefix.length !== length) {
      const sentence = `A prefix has length ${length} at present, not ${prefix.length}.`;
      return refuse(c, problem(400, sentence, { [prefixLengthHeader]: String(length) }));
    }
    const items = await asAnybody(pool, (tx) => findItemsByPrefix(tx, prefix, pagesPerBucketMax));
    return sendJson(c, { prefix, pages: items.map(buildPageAnswer) });
  });
  return routes;
}
