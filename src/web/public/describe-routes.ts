import { describeRoute, resolver } from "hono-openapi";
import { z } from "zod";
import { type FeedFormat, feedFormats } from "./feed-formats.ts";
import { itemAnswer, pageAnswer } from "./item-answer.ts";

export const prefixLengthHeader = "Plainwire-Prefix-Length";

export const siteAnswer = z.object({ root: z.string(), items: z.array(itemAnswer) });
export const prefixAnswer = z.object({ prefix: z.string(), pages: z.array(pageAnswer) });
const prefixLengthAnswer = z.object({ prefix_length: z.int().min(0).max(64) });

const problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int().min(400).max(599),
    detail: z.string().meta({ description: "What to do about it, in one sentence." }),
    requestId: z.string(),
  })
  .meta({ id: "Problem", description: "What went wrong (RFC 9457)." });

const problemContent = { "application/problem+json": { schema: resolver(problem) } };
const validator = { ETag: header("A strong validator; send it back as If-None-Match.") };
const unchanged = { description: "You already have it." };
const wrong = { description: "A parameter is missing or wrong.", content: problemContent };
const tooOften = {
  description: "Too many requests from your address.",
  headers: { "Retry-After": header("Seconds to wait.") },
  content: problemContent,
};

const headersTooLarge = { description: "The headers of the request are larger than 16 KB together." };

export function describeFeed(format: FeedFormat) {
  const others = feedFormats.filter((other) => other !== format).map(({ path }) => path);
  return describeRoute({
    operationId: `get${format.name.replace(/\W|\d/g, "")}`,
    summary: `A feed without the spin, as ${format.name}`,
    description: `The newest 50 items with neutral titles, summaries and scores; the same content as ${others.join(" and ")}. What Plainwire adds to the format is described in docs/rss-namespace.md.`,
    responses: {
      200: {
        description: "The feed.",
        headers: { ...validator, "Last-Modified": header("When it was built, as lastBuildDate.") },
        content: { [format.type.split(";")[0] ?? ""]: { schema: { type: "string" } } },
      },
      304: unchanged,
      400: wrong,
      404: missing("No published feed has this address, it is switched off, or it is not built yet."),
      429: tooOften,
      431: headersTooLarge,
    },
  });
}

export const describeItem = describeRoute({
  operationId: "getItem",
  summary: "The analysis of a page",
  description:
    "Finds the page by its address. The server learns which page you read; with /api/item/{prefix} it does not.",
  responses: {
    200: answer(itemAnswer, "The item."),
    304: unchanged,
    400: wrong,
    404: missing("No published feed has this page, or its score is above max_score."),
    429: tooOften,
    431: headersTooLarge,
  },
});

export const describeSite = describeRoute({
  operationId: "getSite",
  summary: "The newest items of a site",
  description:
    "Up to 30 items of all published feeds of a domain. Feeds take turns: the newest item of each, then the second of each, so that a busy feed does not crowd out the others. Each page appears once.",
  responses: {
    200: answer(siteAnswer, "The items."),
    304: unchanged,
    400: wrong,
    404: missing("No published feed has this domain."),
    429: tooOften,
    431: headersTooLarge,
  },
});

export const describePrefix = describeRoute({
  operationId: "getItemsByPrefix",
  summary: "The analysis of a page, without revealing which page",
  description: [
    "Returns all pages whose hash starts with the prefix; you pick yours.",
    "The hash is the SHA-256, in hexadecimal, of the page’s address without its fragment (unless it begins with #/ or #!/) and without tracking parameters; scheme, host and port are written as the URL standard writes them. Tracking parameters are utm, utm_*, gclid, gclsrc, dclid, gbraid, wbraid, _ga, _gl, fbclid, fb_*, msclkid, twclid, ttclid, yclid, _openstat, li_fat_id, igshid, igsh, mc_cid, mc_eid, _hsenc, _hsmi, hs*tracking, mkt_tok, at_* and xtor.",
    "The server sets the length of the prefix so that at least 20 pages share one: ask /api/item/prefix-length, and again if a prefix is refused. While few pages are stored, the prefix is empty.",
    "The answer contains no addresses: you know yours, and nobody else who sees the answer learns the others.",
  ].join(" "),
  responses: {
    200: answer(prefixAnswer, "The pages, in the order of their hashes. The list can be empty."),
    304: unchanged,
    400: {
      description: "Not hexadecimal, or not of the current length.",
      headers: { [prefixLengthHeader]: header("The current length.") },
      content: problemContent,
    },
    429: tooOften,
    431: headersTooLarge,
  },
});

export const describePrefixLength = describeRoute({
  operationId: "getPrefixLength",
  summary: "How long a prefix must be",
  responses: {
    200: answer(prefixLengthAnswer, "The number of hexadecimal digits."),
    304: unchanged,
    429: tooOften,
    431: headersTooLarge,
  },
});

function answer(schema: z.ZodType, description: string) {
  return { description, headers: validator, content: { "application/json": { schema: resolver(schema) } } };
}

function missing(description: string) {
  return { description, content: problemContent };
}

function header(description: string) {
  return { description, schema: { type: "string" as const } };
}
