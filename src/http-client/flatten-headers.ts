/** Lower-case names, values as latin-1 strings: byte for byte what the server sent. */
export type ResponseHeaders = Readonly<Record<string, string>>;

/** Repeated fields become one: joined where HTTP lets them be lists, else the first (the list is node:http's). */
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
