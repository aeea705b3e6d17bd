import { hash } from "node:crypto";
import { Hono, type MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import { normaliseItemUrl } from "../../items/item-identity.ts";
import { filterByScore } from "../../publishing/present-analysis.ts";
import { findItem, findItemsByPrefix } from "../../publishing/public-item-store.ts";
import { asAnybody } from "../as-person.ts";
import { problem } from "../problem.ts";
import type { WebEnv } from "../web-env.ts";
import { buildItemAnswer, buildPageAnswer } from "./build-item-answer.ts";
import { checkParameters } from "./check-parameters.ts";
import { describeItem, describePrefix, describePrefixLength, prefixLengthHeader } from "./describe-routes.ts";
import type { RefuseRequest } from "./limit-rate.ts";
import type { PublicApi } from "./public-api.ts";
import { itemQuery, prefixParameter } from "./public-parameters.ts";
import { sendJson } from "./send-document.ts";

// A bucket holds some 30 to 500 pages: sixteen were looked at, and one digit more would leave too few.
const pagesPerBucketMax = 2_000;

export function itemRoutes(
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
      const sentence = `The length of a prefix is ${length} at present, not ${prefix.length}.`;
      return refuse(c, problem(400, sentence, { [prefixLengthHeader]: String(length) }));
    }
    const items = await asAnybody(pool, (tx) => findItemsByPrefix(tx, prefix, pagesPerBucketMax));
    return sendJson(c, { prefix, pages: items.map(buildPageAnswer) });
  });
  return routes;
}
