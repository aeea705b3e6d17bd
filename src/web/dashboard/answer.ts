import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { problem, problemOfError } from "../problem.ts";
import type { FeedTexts } from "../texts/en-feeds.ts";
import { textsOf } from "../texts/en.ts";
import type { WebEnv } from "../web-env.ts";
import type { DashboardParts } from "./dashboard-parts.ts";

type Handle = (parts: DashboardParts, c: Context<WebEnv>) => Promise<Response>;

/** What a route says when it fails in itself, and into which element htmx puts what went wrong. */
type Failing = { failed: (texts: FeedTexts) => string; target?: (id: string) => string };

/** A handler whose unexpected failures are told in the route's own words (003), and logged as any other. */
export function answering(parts: DashboardParts, handle: Handle, { failed, target }: Failing) {
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

/** Done: htmx reloads the list by itself, a browser that sent a plain form is led on. */
export function answerChange(c: Context<WebEnv>, next = "/dashboard"): Response {
  if (isPlainForm(c)) return c.redirect(next, 303);
  return c.body(null, 204, { "HX-Trigger": "refreshFeedList" });
}

export function answerNotFound({ refuse }: DashboardParts, c: Context<WebEnv>, target?: string): Response {
  const { notFound, notFoundWhy } = textsOf(c).feeds;
  return refuse(c, { ...problem(404, notFoundWhy, intoElement(target)), heading: notFound });
}

/** Whether htmx asks for a part of a page; everybody else gets a whole one. */
export function wantsPart(c: Context<WebEnv>): boolean {
  return c.req.header("HX-Request") === "true" && c.req.header("HX-Request-Type") !== "full";
}

export function isPlainForm(c: Context<WebEnv>): boolean {
  return c.req.header("HX-Request") !== "true" && (c.req.header("Accept")?.includes("text/html") ?? false);
}

/** Where htmx puts an answer that tells of a fault, in place of what the request's element says. */
export function intoElement(target: string | undefined): Record<string, string> {
  return target === undefined ? {} : { "HX-Retarget": target, "HX-Reswap": "innerHTML" };
}

/** The elements that 003 names; what goes wrong is shown in them. */
export const addErrorsTarget = "#feed-add-form-errors";
export const editErrorsTarget = (id: string) => `#feed-edit-form-errors-${id}`;
export const rowErrorsTarget = (id: string) => `#feed-item-${id}-errors`;
