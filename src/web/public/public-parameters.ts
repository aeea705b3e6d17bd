import { validator } from "hono-openapi";
import { HTTPException } from "hono/http-exception";
import { z } from "zod";
import { parseFeedUrl } from "../../feeds/new-feed.ts";

const feedUrlCharsMax = 2_048;
const itemUrlCharsMax = 4_096;
const rootCharsMax = 253;

/** The parameters of the public API and their limits. Each wrong value has its own sentence. */
export const feedQuery = z.object({
  url: parameter("url", "the address of a feed, percent-encoded")
    .max(feedUrlCharsMax, `url may not be longer than ${feedUrlCharsMax} characters.`)
    .transform((text, context) => {
      const parsed = parseFeedUrl(text);
      if (parsed.kind === "url") return parsed.url;
      context.addIssue(parsed.sentence);
      return z.NEVER;
    })
    .meta({ description: "Address of the feed as its publisher gives it, also a former one.", format: "uri" }),
  max_score: maxScore(),
});

export const itemQuery = z.object({
  url: parameter("url", "the address of a page, percent-encoded")
    .max(itemUrlCharsMax, `url may not be longer than ${itemUrlCharsMax} characters.`)
    .refine(isHttpUrl, "Invalid URL format. Must start with http:// or https://")
    .meta({ description: "Address of the page; fragment and tracking parameters do not matter.", format: "uri" }),
  max_score: maxScore(),
});

export const siteQuery = z.object({
  root: parameter("root", "a domain such as example.org")
    .max(rootCharsMax, `root may not be longer than ${rootCharsMax} characters.`)
    .transform((text, context) => {
      const host = /^[\p{L}\p{N}.-]+$|^\[[\da-f:.]+\]$/iu.test(text)
        ? URL.parse(`http://${text}`)?.hostname
        : undefined;
      if (host !== undefined) return host;
      context.addIssue("root must be just a domain, such as example.org.");
      return z.NEVER;
    })
    .meta({ description: "Registrable domain of the site." }),
  max_score: maxScore(),
});

export const prefixParameter = z.object({
  prefix: z
    .string()
    .regex(/^[\da-f]{0,64}$/i, "A prefix consists of hexadecimal digits.")
    .toLowerCase()
    .meta({ description: "The first digits of the SHA-256 of the page’s address." }),
});

function parameter(name: string, what: string): z.ZodString {
  return z.string({
    error: ({ input }) =>
      input === undefined ? `${name} is missing: give ${what}.` : `${name} is given more than once.`,
  });
}

function maxScore() {
  return z
    .string("max_score is given more than once.")
    .regex(/^(?:0(?:\.\d{1,2})?|1(?:\.00?)?)$/, "max_score must be a number from 0 to 1 with at most two decimals.")
    .transform(Number)
    .optional()
    .meta({ description: "Leaves out items whose overall score is higher. Items without a score stay." });
}

function isHttpUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

/** Answers with the first thing that is wrong. */
export function checkParameters<Target extends "query" | "param", Schema extends z.ZodType>(
  target: Target,
  schema: Schema,
) {
  return validator(target, schema, (result) => {
    if (!result.success) throw new HTTPException(400, { message: result.error[0]?.message ?? "A parameter is wrong." });
  });
}
