import type { Context } from "hono";
import { acceptsGzip } from "../accepts-gzip.ts";
import { makeDocument } from "./make-document.ts";
import { type Document, hasCurrent, representDocument } from "./represent-document.ts";

export const jsonType = "application/json; charset=utf-8";

export function sendDocument(c: Context, document: Document, type: string): Response {
  const representation = representDocument(document, type, acceptsGzip(c.req.header("Accept-Encoding")));
  const { headers, bodyHeaders, body } = representation;
  const isCurrent = hasCurrent(representation, {
    "if-none-match": c.req.header("If-None-Match"),
    "if-modified-since": c.req.header("If-Modified-Since"),
  });
  return isCurrent
    ? new Response(null, { status: 304, headers })
    : new Response(body, { headers: [...headers, ...bodyHeaders] });
}

export async function sendJson(c: Context, answer: object): Promise<Response> {
  return sendDocument(c, { ...(await makeDocument(JSON.stringify(answer))), updatedAt: null }, jsonType);
}
