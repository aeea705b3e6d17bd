import type { IncomingHttpHeaders } from "node:http";
import { parseHttpDate } from "../../http-dates.ts";
import { gzipEtag } from "../../publishing/etag.ts";

/** Bytes ready to be sent. `etag` is that of `body`; `updatedAt` is null where no moment stands for all that is in it. */
export type Document = { body: Buffer; gzip: Buffer; etag: string; updatedAt: Date | null };

/** A document in one encoding. `headers` go with a 304 too, `bodyHeaders` only with the body. */
export type Representation = {
  etag: string;
  updatedAt: Date | null;
  headers: [string, string][];
  bodyHeaders: [string, string][];
  body: Buffer;
};

// What an operator takes down is gone from caches on the way a minute later.
const cacheControl = "public, max-age=60";

export function representDocument(document: Document, type: string, isGzip: boolean): Representation {
  const { updatedAt } = document;
  const etag = isGzip ? gzipEtag(document.etag) : document.etag;
  const body = isGzip ? document.gzip : document.body;
  const headers: Representation["headers"] = [
    ["ETag", etag],
    ["Cache-Control", cacheControl],
    ["Vary", "Accept-Encoding"],
  ];
  if (updatedAt !== null) headers.push(["Last-Modified", updatedAt.toUTCString()]);
  const bodyHeaders: Representation["bodyHeaders"] = [
    ["Content-Type", type],
    ["Content-Length", String(body.byteLength)],
  ];
  if (isGzip) bodyHeaders.push(["Content-Encoding", "gzip"]);
  return { etag, updatedAt, headers, bodyHeaders, body };
}

/** Whether the client has it already (RFC 9110 §13.2.2). */
export function hasCurrent({ etag, updatedAt }: Representation, asked: IncomingHttpHeaders): boolean {
  const tags = asked["if-none-match"];
  if (tags === etag) return true;
  if (tags !== undefined) {
    // Weakly compared, as the RFC asks: a proxy that recompressed our bytes has put W/ before the tag.
    return tags.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag || tag.trim() === "*");
  }
  const since = asked["if-modified-since"] === undefined ? null : parseHttpDate(asked["if-modified-since"]);
  return since !== null && updatedAt !== null && Math.floor(updatedAt.getTime() / 1_000) * 1_000 <= since.getTime();
}
