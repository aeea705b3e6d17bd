import { gzipSync } from "node:zlib";
import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { etagOf, gzipEtag } from "../../publishing/publish-feed.ts";
import { accepts, gzipBytesMin, jsonType, pack } from "../public/document.ts";
import type { WebEnv } from "../web-env.ts";

/** Some apps compare the answer byte by byte: no line break at its end. */
export function sendText(c: Context<WebEnv>, text: string, status: ContentfulStatusCode = 200): Response {
  return c.body(text, status, { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" });
}

/** `isReused`: the bytes are overwritten by the next answer, so they are used before anything else can run. */
type Sent = { type?: string; hasEtag?: boolean; isReused?: boolean };

/** Far less memory than by default, which would be collected again for every answer; such bytes repeat themselves within 8 KB. */
const smallGzip = { level: 1, memLevel: 6, windowBits: 13, chunkSize: 128 * 1_024 };

/** Compressed where it is long. `hasEtag`: the app keeps it and asks whether it has changed. */
export async function sendBody(
  c: Context<WebEnv>,
  content: string | Buffer,
  { type = jsonType, hasEtag = false, isReused = false }: Sent = {},
): Promise<Response> {
  const body = typeof content === "string" ? Buffer.from(content) : content;
  const isGzip = body.length >= gzipBytesMin && accepts("gzip", c.req.header("Accept-Encoding"));
  const headers: Record<string, string> = { "Cache-Control": hasEtag ? "private, no-cache" : "no-store" };
  if (body.length >= gzipBytesMin) headers["Vary"] = "Accept-Encoding";
  if (hasEtag) {
    const etag = isGzip ? gzipEtag(etagOf(body)) : etagOf(body);
    headers["ETag"] = etag;
    const known = (c.req.header("If-None-Match") ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
    if (known.includes(etag)) return c.body(null, 304, headers);
  }
  headers["Content-Type"] = type;
  if (!isGzip) return c.body((isReused ? Buffer.from(body) : body) as Uint8Array<ArrayBuffer>, 200, headers);
  headers["Content-Encoding"] = "gzip";
  return c.body(
    (isReused ? gzipSync(body, smallGzip) : await pack(body, { isOnce: true })) as Uint8Array<ArrayBuffer>,
    200,
    headers,
  );
}

export function sendJsonToApp(c: Context<WebEnv>, answer: object, sent?: Sent): Promise<Response> {
  return sendBody(c, JSON.stringify(answer), sent);
}
