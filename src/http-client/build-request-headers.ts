/** A server's own words about a version of a resource, sent back byte for byte and only to the URL that gave them. */
export type Validators = { url: string; etag: string | null; lastModified: string | null };

type HeaderParts = {
  userAgent: string;
  accept: string;
  customHeaders: Readonly<Record<string, string>>;
  validators?: Validators | null;
};

/** No cookie, no Referer, no Cache-Control: the least a server needs to know, and all it may want to. */
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
