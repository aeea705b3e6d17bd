import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { intoElement, wantsPage } from "../kit/htmx.ts";
import { problem, problemOfError } from "../problem.ts";
import type { FeedTexts } from "../texts/en-feeds.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import type { FeedRouteParts } from "./feed-parts.ts";

type AnsweringParts = Pick<FeedRouteParts, "isDatabaseUnavailable" | "refuse">;
type Handle<Parts> = (parts: Parts, c: Context<WebEnv>) => Promise<Response>;

/** What a route says when it fails, and the element where htmx shows it. */
type Failing = { failed: (texts: FeedTexts) => string; target?: (id: string) => string };

/** Wraps a handler: unexpected failures are answered in the route's own words, and logged as usual. */
export function answering<Parts extends AnsweringParts>(
  parts: Parts,
  handle: Handle<Parts>,
  { failed, target }: Failing,
) {
  return async (c: Context<WebEnv>): Promise<Response> => {
    try {
      return await handle(parts, c);
    } catch (error) {
      if (!(error instanceof Error) || error instanceof HTTPException) throw error;
      c.error = error;
      const found = problemOfError(c, error, parts.isDatabaseUnavailable);
      const sentence = found.status === 500 ? failed(textsOf(c).feeds) : found.sentence;
      const headers = { ...found.headers, ...intoElement(target?.(c.req.param("id") ?? "")) };
      return parts.refuse(c, { ...found, sentence, headers });
    }
  };
}

/** Done: htmx reloads the list, a plain form is redirected. */
export function answerChange(c: Context<WebEnv>, next = "/feeds"): Response {
  if (wantsPage(c)) return c.redirect(next, 303);
  return c.body(null, 204, { "HX-Trigger": "refreshFeedList" });
}

/** Like any change; the page can also say which feed it is now. */
export function answerAdded(c: Context<WebEnv>, id: string): Response {
  const answer = answerChange(c, `/feeds?added=${id}`);
  if (answer.status === 204) answer.headers.set("Content-Location", `/feeds/${id}`);
  return answer;
}

export function answerNotFound({ refuse }: FeedRouteParts, c: Context<WebEnv>, target?: string): Response {
  const { notFound, notFoundWhy } = textsOf(c).feeds;
  return refuse(c, { ...problem(404, notFoundWhy, intoElement(target)), heading: notFound });
}

/** The elements where errors are shown. Their ids are part of the specification. */
export const addErrorsTarget = "#feed-add-form-errors";
export const editErrorsTarget = (id: string) => `#feed-edit-form-errors-${id}`;
export const rowErrorsTarget = (id: string) => `#feed-item-${id}-errors`;
