/** Enough of an id to type, and unique in practice: ids of feeds are random. */
export function shortId(id: string): string {
  return id.slice(0, 8);
}
