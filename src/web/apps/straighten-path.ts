const owned = /^\/+(?:api\/+greader\.php(?=\/|$)|reader(?=\/)|accounts(?=\/)|fever(?=\/|$)|v1(?=\/|$))/;
const beforeStream = /^(.*?\/+reader\/+(?:api\/+0\/+stream\/+contents|atom)\/+)(.*)$/s;

/**
 * The path of a request, with doubled slashes made one and without a slash at its end: people type addresses of servers with
 * and without one, and apps append to both. A stream in the path is left alone, because it may be the address of a feed.
 */
export function straightenPath(path: string): string {
  if (!owned.test(path)) return path;
  const [, head = path, stream = ""] = beforeStream.exec(path) ?? [];
  const straight = head.replace(/\/{2,}/g, "/");
  return stream === "" ? straight.replace(/(?<=.)\/$/, "") : straight + stream;
}
