import type { Context } from "hono";
import { etagOf } from "../../publishing/etag.ts";
import { acceptsGzip } from "../accepts-gzip.ts";
import { pack } from "./make-document.ts";
import { type Document, hasCurrent, type Representation, representDocument } from "./represent-document.ts";

export const jsonType = "application/json; charset=utf-8";
/** One packet: less is not sent sooner. */
const gzipBytesMin = 1_400;

export function sendDocument(c: Context, document: Document, type: string): Response {
  return send(c, representDocument(document, type, acceptsGzip(c.req.header("Accept-Encoding"))));
}

/** An answer to one question, packed only where that is asked for and worth it. */
export async function sendJson(c: Context, answer: object): Promise<Response> {
  const body = Buffer.from(JSON.stringify(answer));
  const isGzip = body.length >= gzipBytesMin && acceptsGzip(c.req.header("Accept-Encoding"));
  const packed = isGzip ? await pack(body) : body;
  return send(c, representDocument({ body, gzip: packed, etag: etagOf(body), updatedAt: null }, jsonType, isGzip));
}

function send(c: Context, representation: Representation): Response {
  const { headers, bodyHeaders, body } = representation;
  const isCurrent = hasCurrent(representation, {
    "if-none-match": c.req.header("If-None-Match"),
    "if-modified-since": c.req.header("If-Modified-Since"),
  });
  return isCurrent
    ? new Response(null, { status: 304, headers })
    : new Response(body, { headers: [...headers, ...bodyHeaders] });
}
