import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { z } from "zod";
import type { WebEnv } from "../../web-env.ts";
import type { Call } from "../app-call.ts";
import { sendJsonToApp } from "../send-to-app.ts";

/** With an ETag: some apps ask again with it. */
export function sendRest(c: Context<WebEnv>, answer: object): Promise<Response> {
  return sendJsonToApp(c, answer, { hasEtag: true });
}

export function sendCreated(c: Context<WebEnv>, answer: object): Response {
  return c.json(answer, 201, { "Cache-Control": "no-store" });
}

export function done({ c }: Pick<Call, "c">): Response {
  return c.body(null, 204, { "Cache-Control": "no-store" });
}

export function refuseCall(c: Context<WebEnv>, status: ContentfulStatusCode, sentence: string): Response {
  return c.json({ error_message: sentence }, status, { "Cache-Control": "no-store" });
}

export function notFound({ c }: Pick<Call, "c">): Response {
  return refuseCall(c, 404, "Resource Not Found");
}

/** The body as JSON, whatever its type says: newsboat calls it a form. Null: it is no such body. */
export function readBody<Schema extends z.ZodType>({ parameters }: Call, schema: Schema): z.output<Schema> | null {
  let body: unknown;
  try {
    body = JSON.parse(parameters.body.toString("utf8"));
  } catch {
    return null;
  }
  const parsed = schema.safeParse(body);
  return parsed.success ? parsed.data : null;
}

/** A number in the path; null: none that could be ours. */
export function numberIn({ c }: Pick<Call, "c">, name: string): string | null {
  const written = c.req.param(name) ?? "";
  return /^[1-9]\d{0,17}$/.test(written) ? written : null;
}
