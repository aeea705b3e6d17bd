import { api } from "./browser-api.ts";
import { byId, fillTexts, inputOf } from "./fill-texts.ts";
import { loadSettings, saveSettings, styles } from "./settings.ts";
import { patternOf, rememberSite, removeSite, siteOf, startSite } from "./sites.ts";

fillTexts();
byId("options").addEventListener("click", () => void api.runtime.openOptionsPage());
void showTab();

async function showTab(): Promise<void> {
  const [tab] = await api.tabs.query({ active: true, currentWindow: true });
  const settings = await loadSettings();
  const site = siteOf(tab?.url);
  const isReady = settings.server !== "" && settings.password !== "";
  const isOwn = tab?.url !== undefined && URL.parse(tab.url)?.origin === settings.server;
  byId("not-set-up").hidden = isReady;
  byId("no-site").hidden = !isReady || (site !== null && !isOwn);
  byId("site-part").hidden = !isReady || site === null || isOwn;
  if (site === null) return;
  byId("site").textContent = site;
  const isOn = settings.sites.includes(site) && (await api.permissions.contains({ origins: [patternOf(site)] }));
  const box = inputOf("on");
  box.checked = isOn;
  box.addEventListener("change", () => void switchSite(box, site, tab?.id));
  for (const style of styles) {
    const radio = inputOf(`style-${style}`);
    radio.checked = settings.style === style;
    radio.addEventListener("change", () => void saveSettings({ style }).then(() => (byId("reload").hidden = false)));
  }
  if (isOn) await showCounts(tab?.id);
}

/** The browser asks the person for the permission, and only in answer to a click. */
async function switchSite(box: HTMLInputElement, site: string, tabId: number | undefined): Promise<void> {
  if (!box.checked) {
    await removeSite(site);
    byId("reload").hidden = false;
    return;
  }
  // Not awaited: the question must follow the click at once.
  const remembered = rememberSite(site);
  box.checked = await api.permissions.request({ origins: [patternOf(site)] });
  await remembered;
  await (box.checked ? startSite(tabId) : removeSite(site));
}

async function showCounts(tabId: number | undefined): Promise<void> {
  if (tabId === undefined) return;
  // No answer: the page was open before its site was allowed.
  const counts = (await api.tabs.sendMessage(tabId, { kind: "counts" }).catch(() => null)) as {
    plain: number;
    marked: number;
  } | null;
  if (counts === null) return;
  byId("counts").textContent = api.i18n.getMessage("counts", [String(counts.plain), String(counts.marked)]);
}
