import { parseHttpDate } from "../../http-dates.ts";
import { hintSecondsMax } from "./fetch-state.ts";

const cacheControlCharsMax = 4_096;

export type FreshnessHeaders = {
  cacheControl: string | null;
  age: string | null;
  expires: string | null;
  date: string | null;
};

// For how many seconds the server calls its answer fresh. null: it did not say. 0: it said, but asks for no wait
// (no-store, no-cache, max-age=0, an old Expires, garbage). s-maxage is addressed to CDNs, Last-Modified heuristics
// are the cache's guess: neither is the server's word to us.
export function parseFreshness(headers: FreshnessHeaders, now: Date): number | null {
  const directives = parseCacheControl(headers.cacheControl ?? "");
  const maxAge = directives.get("max-age");

  if (directives.has("no-store") || directives.get("no-cache") === "") return 0;
  if (maxAge !== undefined) return toHint(wholeSeconds(maxAge) - wholeSeconds(headers.age ?? ""));
  if (headers.expires !== null) return toHint(secondsUntil(headers.expires, headers.date, now));
  return null;
}

// The first of duplicates wins (RFC 9111 §4.2.1). A quoted value is one value, commas included: no-cache="Set-Cookie"
// concerns that field alone and forbids nothing else.
function parseCacheControl(text: string): Map<string, string> {
  const directive = /([^\s=,"]+)(?:\s*=\s*(?:"([^"]*)"|([^\s,"]*)))?/g;
  const directives = new Map<string, string>();
  for (const [, name = "", quoted, plain] of text.slice(0, cacheControlCharsMax).matchAll(directive)) {
    const key = name.toLowerCase();
    if (!directives.has(key)) directives.set(key, quoted ?? plain ?? "");
  }
  return directives;
}

function wholeSeconds(text: string): number {
  return /^\s*\d+\s*$/.test(text) ? Math.min(Number(text), Number.MAX_SAFE_INTEGER) : 0;
}

function secondsUntil(expires: string, date: string | null, now: Date): number {
  const end = parseHttpDate(expires);
  const start = (date === null ? null : parseHttpDate(date)) ?? now;
  return end === null ? 0 : (end.getTime() - start.getTime()) / 1000;
}

function toHint(seconds: number): number {
  return Math.min(Math.max(Math.ceil(seconds), 0), hintSecondsMax);
}
