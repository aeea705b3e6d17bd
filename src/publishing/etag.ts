import { createHash } from "node:crypto";

/** A strong validator (RFC 9110 §8.8.1): equal bytes, equal tag, in every process and after every restart. */
export function etagOf(bytes: Uint8Array): string {
  // 22 characters are 132 bits: two different documents never share one.
  return `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
}

/** The compressed bytes are another representation, so their strong tag must differ (RFC 9110 §8.8.3.3). */
export function gzipEtag(etag: string): string {
  return `${etag.slice(0, -1)}-gzip"`;
}
