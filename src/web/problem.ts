import { STATUS_CODES } from "node:http";
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Frame } from "./kit/frame.ts";
import { html } from "./kit/html.ts";
import { isCancelled } from "../database/unavailable.ts";
import { acceptsHtml, wantsPart } from "./kit/htmx.ts";
import { shell } from "./kit/shell.ts";
import { textsOf } from "./texts/texts-of.ts";
import type { WebEnv } from "./web-env.ts";

/** What went wrong with a request, in words. Without a heading, the one of its status is used. */
export type Problem = {
  status: ContentfulStatusCode;
  heading?: string;
  sentence: string;
  headers: Record<string, string>;
};

export function problem(status: ContentfulStatusCode, sentence: string, headers: Record<string, string> = {}): Problem {
  return { status, sentence, headers };
}

/** The same problem for every client: a fragment for htmx, a page for browsers, problem+json (RFC 9457) for programs. */
export function answerProblem(c: Context<WebEnv>, frame: Frame, problem: Problem): Response {
  c.header("Cache-Control", "no-store");
  c.header("Vary", "Accept, HX-Request, HX-Request-Type");
  for (const [name, value] of Object.entries(problem.headers)) c.header(name, value);
  // htmx swaps errors into its target, so anything but a fragment would put a page into a page.
  if (wantsPart(c)) return c.html(fragment(headingOf(frame, problem), problem.sentence).text, problem.status);
  if (acceptsHtml(c)) return c.html(page(frame, problem, c.var.requestId).text, problem.status);
  return c.json(json(problem, c.var.requestId), problem.status, { "Content-Type": "application/problem+json" });
}

function headingOf({ texts: { problem: texts } }: Frame, { status, heading }: Problem): string {
  return heading ?? texts.headings[status] ?? texts.heading;
}

function fragment(heading: string, sentence: string) {
  return html`<p class="alert" role="alert"><strong>${heading}.</strong> ${sentence}</p>`;
}

function page(frame: Frame, problem: Problem, requestId: string) {
  const { status, sentence } = problem;
  const heading = headingOf(frame, problem);
  const texts = frame.texts.problem;
  return shell(frame, {
    title: heading,
    body: html`<div class="empty">
      <p class="eyebrow">${status} ${STATUS_CODES[status]}</p>
      <h1>${heading}.</h1>
      <p>${sentence}</p>
      <p class="or"><a class="btn" href="/">${texts.toStart}</a></p>
      <p class="note">${texts.request} <code>${requestId}</code></p>
    </div>`,
  });
}

function json({ status, sentence }: Problem, requestId: string) {
  return { type: "about:blank", title: STATUS_CODES[status], status, detail: sentence, requestId };
}

const databaseRetrySeconds = 5;
/** The same question at once would only keep the database busy. */
const slowRetrySeconds = 120;

/** What went wrong, without details that strangers must not see: those are in the log. */
export function problemOfError(
  c: Context<WebEnv>,
  error: Error,
  isDatabaseUnavailable: (error: unknown) => boolean,
): Problem {
  const { problem: texts } = textsOf(c);
  if (error instanceof HTTPException) return problem(error.status, error.message);
  // The client left while we read its body. Nobody reads this answer.
  if (c.req.raw.signal.aborted) return problem(400, texts.cutShort);
  if (isDatabaseUnavailable(error)) {
    return problem(503, texts.databaseDown, {
      "Retry-After": String(databaseRetrySeconds),
    });
  }
  if (isCancelled(error)) return problem(503, texts.databaseSlow, { "Retry-After": String(slowRetrySeconds) });
  return problem(500, texts.ourFault(c.var.requestId));
}
