import type { PageQuery } from "./parse-page-query.ts";

/** Whatever is done to an account leads back to the part of the list where it was done. */
export function peopleAddress({ search, page }: PageQuery, { path = "", done = "" } = {}): string {
  const asked = new URLSearchParams({
    ...(search !== "" && { search }),
    ...(page > 1 && { page: String(page) }),
    ...(done !== "" && { done }),
  }).toString();
  return `/operator/people${path}${asked === "" ? "" : `?${asked}`}`;
}
