// Runs in the pages of sites that the person has allowed. It reads links and headlines, and changes nothing but the text of
// headlines that Plainwire knows. The build joins it with the files it imports: a content script cannot import.
import type { Question } from "./background.ts";
import { findHeadlines, type Headline, isAbout, words } from "./find-headlines.ts";
import type { Found, Page, Report } from "./look-up.ts";
import { dress, extension, make, openPanel, text } from "./panel.ts";
import { placeOf } from "./place-of.ts";

type Answer = Found & { style: string; server: string };
/** What we did with a headline. `tooltip`: the page's own. `times`: how often we changed it, because the page may undo it. */
type Shown = { page: Page; original: string; tooltip: string | null; isPlain: boolean; times: number };

const urlsPerQuestion = 200;
/** A page that puts its headline back again and again keeps it. */
const timesMax = 3;
const restMs = 300;
/** Looking at the page takes at most this share of the time. */
const shareMax = 0.05;

const shown = new Map<HTMLElement, Shown>();
const highlights = new Highlight();
let style = "off";
let server = "";
let timer: ReturnType<typeof setTimeout> | null = null;
let waitMs = restMs;

start();

function start(): void {
  const marked = globalThis as { plainwireIsHere?: boolean };
  if (marked.plainwireIsHere === true) return;
  marked.plainwireIsHere = true;
  CSS.highlights.set("plainwire", highlights);
  extension.runtime.onMessage.addListener((message, _sender, answer) => {
    if ((message as { kind?: string }).kind === "counts") answer(countShown());
    return false;
  });
  new MutationObserver(schedule).observe(document.documentElement, { childList: true, subtree: true });
  schedule();
}

/** Changes while it waits are looked at together. */
function schedule(): void {
  timer ??= setTimeout(() => {
    timer = null;
    const startedMs = performance.now();
    putBack();
    const found = findHeadlines();
    waitMs = Math.max(restMs, (performance.now() - startedMs) / shareMax);
    if (found.length > 0) void showHeadlines(found);
  }, waitMs);
}

async function showHeadlines(found: readonly Headline[]): Promise<void> {
  for (let at = 0; at < found.length; at += urlsPerQuestion) {
    const some = found.slice(at, at + urlsPerQuestion);
    const answer = await ask<Answer>({ kind: "look-up", urls: [...new Set(some.map(({ url }) => url))] });
    // Plainwire's own pages show plain titles themselves.
    if (answer === null || answer.kind !== "found" || answer.server === location.origin) return;
    ({ style, server } = answer);
    for (const { url, holder } of some) {
      const page = answer.pages[url];
      if (page !== undefined && holder.isConnected && isAbout(words(holder), page.original_title)) show(holder, page);
    }
  }
  void ask({ kind: "count", plain: countShown().plain });
}

/** Null: the extension was updated or removed while the page was open. */
async function ask<Value>(question: Question): Promise<Value | null> {
  try {
    return (await extension.runtime.sendMessage(question)) as Value;
  } catch {
    return null;
  }
}

function show(holder: HTMLElement, page: Page): void {
  // A heading and the link in it share one text.
  if (shown.has(holder)) return;
  const entry: Shown = {
    page,
    original: words(holder),
    tooltip: holder.getAttribute("title"),
    isPlain: false,
    times: 0,
  };
  shown.set(holder, entry);
  const hasPlain = page.title !== page.original_title;
  if (style === "replace" && hasPlain) setPlain(holder, entry, true);
  else underline(holder, page.words);
  if (hasPlain || page.words.length > 0) addBadge(holder, entry);
}

/** Only the headline's own text changes, with the spaces around it as they were. */
function setPlain(holder: HTMLElement, entry: Shown, isPlain: boolean): void {
  const [from, to] = isPlain ? [entry.original, entry.page.title] : [entry.page.title, entry.original];
  for (const node of holder.childNodes) {
    const own = node.textContent ?? "";
    if (node.nodeType !== Node.TEXT_NODE || own.trim() !== from) continue;
    node.textContent = own.replace(from, () => to);
    entry.isPlain = isPlain;
    entry.times += 1;
    const tooltip = isPlain ? text("original", [entry.original]) : entry.tooltip;
    if (tooltip === null) holder.removeAttribute("title");
    else holder.setAttribute("title", tooltip);
    if (!isPlain) underline(holder, entry.page.words);
    return;
  }
}

/** Some pages draw themselves again and bring the old headline back. */
function putBack(): void {
  for (const [holder, entry] of shown) {
    if (!holder.isConnected) shown.delete(holder);
    else if (entry.isPlain && entry.times < timesMax) setPlain(holder, entry, true);
  }
}

/** Highlights are drawn over the text: the page's elements stay as they are. */
function underline(holder: HTMLElement, loaded: readonly string[]): void {
  for (const node of holder.childNodes) {
    if (node.nodeType !== Node.TEXT_NODE) continue;
    for (const word of loaded) {
      const place = placeOf(word, node.textContent ?? "");
      if (place === null) continue;
      const range = new Range();
      range.setStart(node, place.start);
      range.setEnd(node, place.end);
      highlights.add(range);
    }
  }
}

function countShown(): { plain: number; marked: number } {
  const entries = [...shown.values()];
  const plain = entries.filter(({ isPlain }) => isPlain).length;
  return { plain, marked: entries.filter(({ isPlain, page }) => !isPlain && page.words.length > 0).length };
}

const badgeStyle =
  "all:unset;cursor:pointer;font:600 13px/1 sans-serif;color:#5c4a00;background:#ffe27a;border-radius:3px;padding:1px 5px;margin-left:6px;vertical-align:middle";

/** A small button behind the headline, in a shadow of its own. */
function addBadge(holder: HTMLElement, entry: Shown): void {
  const host = document.createElement("span");
  const button = make("button", { textContent: "≈", title: text("badge"), ariaLabel: text("badge") }, badgeStyle);
  button.addEventListener("focus", () => dress(button, "outline:2px solid currentColor"));
  button.addEventListener("blur", () => dress(button, "outline:none"));
  button.addEventListener("click", (event) => {
    // It may stand inside the headline's link.
    event.preventDefault();
    event.stopPropagation();
    const { page } = entry;
    void openPanel({
      page,
      server,
      opener: button,
      isPlain: () => entry.isPlain,
      swap: () => setPlain(holder, entry, !entry.isPlain),
      loadReports: async () =>
        page.story === null
          ? []
          : ((await ask<Report[]>({ kind: "reports", story: page.story, item: page.item })) ?? []),
    });
  });
  host.attachShadow({ mode: "closed" }).append(button);
  holder.append(host);
}
