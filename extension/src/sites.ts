import { api } from "./browser-api.ts";
import { loadSettings, saveSettings } from "./settings.ts";

const scripts = { js: ["content.js"], css: ["highlight.css"] };

/** The host of a page without "www."; null for pages that no extension may change. */
export function siteOf(address: string | undefined): string | null {
  const parsed = address === undefined ? null : URL.parse(address);
  return parsed !== null && /^https?:$/.test(parsed.protocol) ? parsed.hostname.replace(/^www\./, "") : null;
}

/** A site with its subdomains. An address of numbers has none. */
export function patternOf(site: string): string {
  return /^[\d.]+$|^\[/.test(site) || !site.includes(".") ? `*://${site}/*` : `*://*.${site}/*`;
}

/**
 * Before the browser asks: it may close the popup with its question, and then background.ts registers what was allowed. A site
 * without a permission is never registered.
 */
export async function rememberSite(site: string): Promise<void> {
  const { sites } = await loadSettings();
  await saveSettings({ sites: [...new Set([...sites, site])].toSorted() });
}

/** After the person has allowed it: from now on, and on the page that is open. */
export async function startSite(tabId: number | undefined): Promise<void> {
  await registerSites();
  if (tabId === undefined) return;
  await api.scripting.insertCSS({ target: { tabId }, files: scripts.css });
  await api.scripting.executeScript({ target: { tabId }, files: scripts.js });
}

export async function removeSite(site: string): Promise<void> {
  const { sites } = await loadSettings();
  await saveSettings({ sites: sites.filter((one) => one !== site) });
  await registerSites();
  await api.permissions.remove({ origins: [patternOf(site)] });
}

const scriptId = "headlines";

let last: Promise<void> = Promise.resolve();

/** One after the other: of several at once, an old one could undo what a newer one did. */
export function registerSites(): Promise<void> {
  last = last.then(registerNow, registerNow);
  return last;
}

/** The browser keeps no script for a site that the person took the permission from, and neither do we. */
async function registerNow(): Promise<void> {
  const { sites } = await loadSettings();
  const allowed: string[] = [];
  for (const site of sites) if (await api.permissions.contains({ origins: [patternOf(site)] })) allowed.push(site);
  // It throws if there is none, which is no fault.
  await api.scripting.unregisterContentScripts({ ids: [scriptId] }).catch(() => {});
  if (allowed.length === 0) return;
  const matches = allowed.map(patternOf);
  await api.scripting.registerContentScripts([{ id: scriptId, matches, ...scripts, persistAcrossSessions: true }]);
}
