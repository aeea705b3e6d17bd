import { promisify } from "node:util";
import { gzip, gzipSync } from "node:zlib";
import type { Context } from "hono";
import { etagOf } from "../../publishing/etag.ts";
import { acceptsGzip } from "../accepts-gzip.ts";
import { gzipLevel } from "./make-document.ts";
import { type Document, hasCurrent, type Representation, representDocument } from "./represent-document.ts";

export const jsonType = "application/json; charset=utf-8";
/** One packet: less is not sent sooner. */
const gzipBytesMin = 1_400;
/** Up to here another thread costs more than the work itself; beyond, others would wait. */
const gzipSyncBytesMax = 64 * 1_024;
const compress = promisify(gzip);

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

function pack(body: Buffer): Buffer | Promise<Buffer> {
  return body.length <= gzipSyncBytesMax ? gzipSync(body, { level: gzipLevel }) : compress(body, { level: gzipLevel });
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
