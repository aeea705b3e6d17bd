const urlCharsMax = 4_000;

// What RFC 3986 lets stand in a path, query or fragment; the URL parser leaves `|`, `^`, `[` and a lone `%` as they are.
const notAllowed = /[^\w.~!$&'()*+,;=:@/?%-]|%(?![0-9a-f]{2})/gi;

/** An http(s) address as a strict reader takes it, without credentials, or null: a feed may write anything as a link. */
export function absoluteUrl(written: string): string | null {
  const url = written.length > urlCharsMax ? null : URL.parse(written);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  const fragment = url.hash === "" ? "" : `#${encode(url.hash.slice(1))}`;
  return url.origin + encode(url.pathname + url.search) + fragment;
}

function encode(part: string): string {
  return part.replace(notAllowed, (character) => encodeURIComponent(character));
}
