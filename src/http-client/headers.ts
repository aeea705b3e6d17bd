/** Lower-case names, values as latin-1 strings: byte for byte what the server sent. */
export type ResponseHeaders = Readonly<Record<string, string>>;

/** Repeated fields become one: joined if HTTP allows a list, otherwise the first (as in node:http). */
export function flattenHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): ResponseHeaders {
  const flat: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === "string") flat[name] = value;
    else if (value !== undefined) flat[name] = singleFields.has(name) ? (value[0] ?? "") : value.join(", ");
  }
  return flat;
}

const singleFields = new Set([
  "age",
  "content-length",
  "content-type",
  "date",
  "etag",
  "expires",
  "last-modified",
  "location",
  "retry-after",
  "server",
]);

/** A server's validators for a version of a resource, sent back byte for byte and only to the URL that gave them. */
export type Validators = { url: string; etag: string | null; lastModified: string | null };

type HeaderParts = {
  userAgent: string;
  accept: string;
  customHeaders: Readonly<Record<string, string>>;
  validators?: Validators | null;
};

/** No cookie, Referer or Cache-Control: only what a server needs to know. */
export function buildRequestHeaders(parts: HeaderParts, url: URL): Record<string, string> {
  const headers: Record<string, string> = {
    ...parts.customHeaders,
    "user-agent": parts.userAgent,
    accept: parts.accept,
    "accept-encoding": "gzip, deflate, br, zstd",
  };
  if (parts.validators?.url !== url.href) return headers;
  const { etag, lastModified } = parts.validators;
  if (etag !== null) headers["if-none-match"] = etag;
  if (lastModified !== null) headers["if-modified-since"] = lastModified;
  return headers;
}

/** Per feed; together they stay far below the 8 KB of header that servers usually accept. */
const countMax = 20;
const nameCharsMax = 100;
const valueCharsMax = 4000;
const totalCharsMax = 6000;

/**
 * Explains in a sentence what is wrong with a feed's custom headers; null if nothing is. Cookie and Authorization may be
 * set: private feeds need them, and they are sent to the feed's own origin only.
 */
export function checkCustomHeaders(headers: Readonly<Record<string, string>>): string | null {
  const entries = Object.entries(headers);
  if (entries.length > countMax) return `At most ${countMax} headers are possible.`;
  if (new Set(entries.map(([name]) => name.toLowerCase())).size < entries.length) return "A header is named twice.";
  if (entries.flat().join("").length > totalCharsMax)
    return `All headers together are longer than ${totalCharsMax} characters.`;
  for (const [name, value] of entries) {
    const problem = checkHeader(name, value);
    if (problem !== null) return problem;
  }
  return null;
}

function checkHeader(name: string, value: string): string | null {
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) || name.length > nameCharsMax) return "A header's name is not valid.";
  if (isOurs(name.toLowerCase())) return `The header ${name} cannot be set.`;
  if (value.length > valueCharsMax) return `The header ${name} is longer than ${valueCharsMax} characters.`;
  if (!isHeaderValue(value)) return `The header ${name} has characters that HTTP does not allow.`;
  return null;
}

/** Whether this text can be sent as it is. Line breaks and characters beyond latin-1 cannot. */
export function isHeaderValue(value: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}

function isOurs(name: string): boolean {
  return ours.has(name) || name.startsWith("if-") || name.startsWith("proxy-") || name.startsWith("content-");
}

const ours = new Set([
  // They belong to the connection (RFC 9110 §7.6.1).
  "connection",
  "expect",
  "host",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "via",
  // Set by the client itself.
  "accept",
  "accept-encoding",
  "user-agent",
  // Impolite: they bypass the server's caches, or ask for parts that would look like the whole.
  "a-im",
  "cache-control",
  "pragma",
  "range",
  "referer",
]);
