import { normaliseItemUrl } from "../../src/text/normalise-item-url.ts";

/** What the person's own Plainwire knows of a page. */
export type Page = {
  hash: string;
  item: string;
  title: string;
  original_title: string;
  level: string | null;
  words: string[];
  story: string | null;
};
export type Report = { item: string; feed: string; title: string; original_title: string; overall: number | null };

/** Why nothing can be shown: for the popup and the options page. */
export type Problem = "not-set-up" | "unreachable" | "wrong-password" | "too-many" | "wrong-answer";
export type Found = { kind: "found"; pages: Record<string, Page> } | { kind: "problem"; problem: Problem };

/** What a lookup needs from outside. `ask`: a path of the server, with the app password. */
export type LookUpParts = { ask: (path: string) => Promise<Asked>; cache: PageCache; nowMs: () => number };
export type Asked = { kind: "answer"; body: unknown } | { kind: "problem"; problem: Problem };

/** Hits and misses, by hash. */
export type PageCache = { length: number | null; pages: Map<string, { page: Page | null; untilMs: number }> };

const knownForMs = 10 * 60 * 1000;
const cachedMax = 3_000;
const prefixesPerRequest = 60;
const urlsMax = 240;

/**
 * The pages among `urls` that Plainwire knows. Only the first digits of their hashes are sent, as many as the server
 * says: at least twenty pages of the person's feeds share them.
 */
export async function lookUpPages({ ask, cache, nowMs }: LookUpParts, urls: readonly string[]): Promise<Found> {
  const hashes = new Map<string, string>();
  for (const url of urls.slice(0, urlsMax)) hashes.set(url, await hashOf(normaliseItemUrl(url)));
  const unknown = [...new Set(hashes.values())].filter((hash) => (cache.pages.get(hash)?.untilMs ?? 0) <= nowMs());
  makeRoom(cache, new Set(hashes.values()));
  const problem = unknown.length === 0 ? null : await fill({ ask, cache, nowMs }, unknown);
  if (problem !== null) return { kind: "problem", problem };
  const pages: Record<string, Page> = {};
  for (const [url, hash] of hashes) {
    const page = cache.pages.get(hash)?.page;
    if (page) pages[url] = page;
  }
  return { kind: "found", pages };
}

/** The oldest go first, and none of those that are asked for now: their pages may be known. */
function makeRoom({ pages }: PageCache, wanted: ReadonlySet<string>): void {
  let surplus = new Set([...pages.keys(), ...wanted]).size - cachedMax;
  for (const hash of pages.keys()) {
    if (surplus <= 0) return;
    if (!wanted.has(hash) && pages.delete(hash)) surplus -= 1;
  }
}

async function fill({ ask, cache, nowMs }: LookUpParts, hashes: readonly string[]): Promise<Problem | null> {
  if (cache.length === null) {
    const first = parseAnswer(await ask("/api/me/pages"));
    if (typeof first === "string") return first;
    cache.length = first.length;
  }
  // The length may have changed since: then the server tells the new one and finds nothing. Once is enough.
  for (const isLastTry of [false, true]) {
    const length: number = cache.length;
    const found = new Map<string, Page>();
    for (const prefixes of inGroups([...new Set(hashes.map((hash) => hash.slice(0, length)))])) {
      const answer = parseAnswer(await ask(`/api/me/pages?prefixes=${prefixes.join(",")}`));
      if (typeof answer === "string") return answer;
      cache.length = answer.length;
      for (const page of answer.pages) found.set(page.hash, page);
    }
    if (cache.length !== length && !isLastTry) continue;
    const untilMs = nowMs() + knownForMs;
    for (const hash of hashes) cache.pages.set(hash, { page: found.get(hash) ?? null, untilMs });
    return null;
  }
  return null;
}

function inGroups(prefixes: readonly string[]): string[][] {
  const groups: string[][] = [];
  for (let at = 0; at < prefixes.length; at += prefixesPerRequest) {
    groups.push(prefixes.slice(at, at + prefixesPerRequest));
  }
  return groups;
}

function parseAnswer(asked: Asked): { length: number; pages: Page[] } | Problem {
  if (asked.kind === "problem") return asked.problem;
  const { prefix_length: length, pages } = (asked.body ?? {}) as { prefix_length?: unknown; pages?: unknown };
  if (typeof length !== "number" || !Array.isArray(pages)) return "wrong-answer";
  return { length, pages: pages.filter(isPage) };
}

function isPage(value: unknown): value is Page {
  const page = (value ?? {}) as Record<string, unknown>;
  const texts = [page["hash"], page["item"], page["title"], page["original_title"]];
  return texts.every((text) => typeof text === "string") && Array.isArray(page["words"]);
}

/** The other reports of a story; the person opened a page of it, so the server may know. */
export async function loadReports(ask: LookUpParts["ask"], story: string, item: string): Promise<Report[]> {
  const asked = await ask(`/api/me/stories/${encodeURIComponent(story)}`);
  const { reports } = (asked.kind === "answer" ? (asked.body ?? {}) : {}) as { reports?: Report[] };
  return Array.isArray(reports) ? reports.filter((report) => report.item !== item) : [];
}

async function hashOf(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
