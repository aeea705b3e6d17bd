/** Which part of a long list is asked for. */
export type PageQuery = { search: string; page: number };

const searchCharsMax = 255;
const pageMax = 100_000;

/** Null if a parameter is wrong. */
export function parsePageQuery({ search = "", page = "1" }: Record<string, string>): PageQuery | null {
  const isFit = search.length <= searchCharsMax && !search.includes("\0") && search.isWellFormed();
  const isPage = /^[1-9]\d{0,5}$/.test(page) && Number(page) <= pageMax;
  return isFit && isPage ? { search: search.trim(), page: Number(page) } : null;
}
