import { askServer } from "./ask-server.ts";
import { api } from "./browser-api.ts";
import { type Found, loadReports, lookUpPages, type Page, type PageCache } from "./look-up.ts";
import { loadSettings } from "./settings.ts";
import { registerSites } from "./sites.ts";

/** What content scripts ask for. All requests are made here: a page's own rules do not apply, and it has no part in them. */
export type Question =
  | { kind: "look-up"; urls: string[] }
  | { kind: "reports"; story: string; item: string }
  | { kind: "count"; plain: number };

// Listeners must be there when the browser wakes the worker, so they are registered at once.
api.runtime.onInstalled.addListener(() => void registerSites());
api.runtime.onStartup.addListener(() => void registerSites());
api.storage.onChanged.addListener(({ sites }) => void (sites !== undefined && registerSites()));
api.permissions.onAdded.addListener(() => void registerSites());
api.permissions.onRemoved.addListener(() => void registerSites());
// The app password is not for scripts in pages.
void api.storage.local.setAccessLevel?.({ accessLevel: "TRUSTED_CONTEXTS" });
api.runtime.onMessage.addListener((message, sender, answer) => {
  void reply(message as Question, sender.tab?.id).then(answer);
  return true;
});

async function reply(question: Question, tabId: number | undefined): Promise<unknown> {
  switch (question.kind) {
    case "look-up":
      return lookUp(question.urls);
    case "reports": {
      const settings = await loadSettings();
      return loadReports((path) => askServer(settings, path), question.story, question.item);
    }
    case "count":
      if (tabId !== undefined) await showCount(question.plain, tabId);
      return null;
  }
}

type LookUpAnswer = Found & { style: string; server: string };

/** One at a time: pages of many tabs share what is known. */
let last: Promise<unknown> = Promise.resolve();

function lookUp(urls: string[]): Promise<LookUpAnswer> {
  const next = last.then(async () => {
    const settings = await loadSettings();
    const { style, server } = settings;
    if (style === "off") return { kind: "found", pages: {}, style, server } as const;
    const cache = await loadCache(server);
    const parts = { ask: (path: string) => askServer(settings, path), cache, nowMs: Date.now };
    const found = await lookUpPages(parts, urls);
    await saveCache(server, cache);
    return { ...found, style, server };
  });
  last = next.catch(() => {});
  return next;
}

type Stored = { server: string; length: number | null; pages: [string, { page: Page | null; untilMs: number }][] };

/** Kept for the browser's session: the worker ends after half a minute of rest. */
async function loadCache(server: string): Promise<PageCache> {
  const { cache } = (await api.storage.session.get(["cache"])) as { cache?: Stored };
  if (cache === undefined || cache.server !== server) return { length: null, pages: new Map() };
  return { length: cache.length, pages: new Map(cache.pages) };
}

async function saveCache(server: string, { length, pages }: PageCache): Promise<void> {
  const cache: Stored = { server, length, pages: [...pages] };
  await api.storage.session.set({ cache });
}

async function showCount(plain: number, tabId: number): Promise<void> {
  await api.action.setBadgeBackgroundColor({ color: "#8a6d00" });
  await api.action.setBadgeText({ text: plain === 0 ? "" : String(Math.min(plain, 999)), tabId });
}
