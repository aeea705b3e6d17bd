// The keys of the reader (texts.frame.keys), on every page with rows or stories and on the page of an article. Each does
// what something on the page does too; where that is not on the page, the key is the browser's.
const areKeysOn = () => document.documentElement.dataset.keys !== "off";
const byId = (id) => document.getElementById(id);
const rowSelector = ".list > .item, .front .lead, .front .story";
const rows = () => [...document.querySelectorAll(rowSelector)];
const headline = (row) => row?.querySelector("h2 a") ?? null;
const isWide = () => matchMedia("(width >= 80rem)").matches;

// One row is current: it alone can be reached by Tab, so that a page of fifty rows is three stops and not two hundred.
let current = null;
const currentRow = () => (current?.isConnected ? current : null);

function setCurrent(row) {
  current?.classList.remove("is-picked");
  current = row;
  current?.classList.add("is-picked");
  limitTabStops();
}

function limitTabStops() {
  const stop = currentRow() ?? rows()[0];
  for (const row of document.querySelectorAll(".list > .item")) {
    for (const control of row.querySelectorAll("a, button")) control.tabIndex = row === stop ? 0 : -1;
  }
  const entries = [...document.querySelectorAll("#shelf a, #shelf summary")];
  const entry =
    entries.find((one) => one === document.activeElement) ?? entries.find((one) => one.ariaCurrent) ?? entries[0];
  for (const one of entries) one.tabIndex = one === entry ? 0 : -1;
}

const follow = (name) => () => document.querySelector(`a[data-${name}]`);
function rowAfter(steps) {
  const all = rows();
  const at = all.indexOf(currentRow());
  return headline(all[at < 0 ? 0 : Math.min(all.length - 1, Math.max(0, at + steps))]);
}
// Without a row, the page is an article's own.
const marked = (key) => (currentRow() ?? byId("article"))?.querySelector(`[data-key="${key}"]`);
const original = () => marked("o") ?? (currentRow()?.dataset.original ? currentRow() : null);
const details = () => currentRow()?.querySelector("details") ?? marked("h");

const click = (element) => element.click();
function openOriginal(element) {
  if (element.dataset.original) open(element.dataset.original, "_blank", "noopener,noreferrer");
  else element.click();
}
function toggle(element) {
  if (element.matches("details")) element.open = !element.open;
  else element.click();
}

const keys = {
  j: { find: () => rowAfter(1) ?? follow("next")(), act: step },
  k: { find: () => rowAfter(-1) ?? follow("previous")(), act: step },
  o: { find: original, act: openOriginal },
  h: { find: details, act: toggle },
  m: { find: () => marked("m"), act: click },
  s: { find: () => marked("s"), act: click },
  "/": {
    find: () => byId("search") ?? document.querySelector('.top a[href^="/stream"][title]'),
    act: (element) => (element.matches("input") ? element.focus() : element.click()),
  },
  Escape: { find: wayBack, act: (element) => (element.dataset.key ? element.click() : element.focus()) },
  "?": { find: () => byId("keys"), act: (element) => element.togglePopover() },
};

// With Shift: the whole list, and the feeds of the shelf.
Object.assign(keys, {
  A: { find: () => document.querySelector("[data-mark-all]"), act: click },
  J: { find: () => feedAfter(1), act: click },
  K: { find: () => feedAfter(-1), act: click },
  g: { find: () => document.querySelector(".nav"), act: () => (isGoing = true) },
});
function feedAfter(steps) {
  const feeds = [...document.querySelectorAll('#shelf a[href*="feed="]')];
  const at = feeds.findIndex((one) => one.ariaCurrent);
  return feeds[at < 0 && steps < 0 ? feeds.length - 1 : at + steps];
}

// g and then a letter goes to a place. Any other key ends it.
const places = { t: "/dashboard", s: "/stream", b: "/brief", f: "/feeds" };
let isGoing = false;
function goToPlace(event) {
  const path = isGoing && Object.hasOwn(places, event.key) ? places[event.key] : null;
  isGoing = false;
  if (path === null || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  location.assign(path);
}
addEventListener("keydown", goToPlace);

// From an article beside the list, next and previous also open.
function step(element) {
  if (element.matches("[data-next], [data-previous]")) element.click();
  else element.focus();
  if (isWide() && document.querySelector("#beside [data-open]") && element.closest(".list")) element.click();
}

function wayBack() {
  if (document.querySelector(":popover-open")) return null;
  document.querySelector(".toast")?.remove();
  return headline(currentRow()) ?? marked("Escape");
}

addEventListener("keydown", (event) => {
  const { key, ctrlKey, metaKey, altKey, target } = event;
  const isTyping = target.closest("input:not([type=radio]), textarea, select, [contenteditable]") !== null;
  if (ctrlKey || metaKey || altKey || !areKeysOn() || !Object.hasOwn(keys, key)) return;
  if (isTyping && key !== "Escape") return;
  const { find, act } = keys[key];
  const found = find();
  if (!found) return;
  event.preventDefault();
  act(found);
});

// In the shelf one entry is a tab stop, in the list one row, and the arrows go on from it. They are no single-letter keys,
// so they work for people who turned those off: nothing else would bring them to the next row.
addEventListener("keydown", (event) => {
  const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (step === undefined || ctrlKey || metaKey || altKey || shiftKey) return;
  const row = target.closest(".list > .item");
  const next = row === null ? shelfEntryAfter(target, step) : headline(rows()[rows().indexOf(row) + step]);
  if (!next) return;
  next.focus();
  event.preventDefault();
});

function shelfEntryAfter(target, step) {
  if (!target.closest("#shelf")) return null;
  const entries = [...document.querySelectorAll("#shelf a, #shelf summary")].filter((one) => one.checkVisibility());
  return entries[entries.indexOf(target) + step];
}

addEventListener("focusin", ({ target }) => {
  const row = target.closest(rowSelector);
  if (row !== null && row !== current) {
    setCurrent(row);
    rememberSoon();
  } else if (target.closest("#shelf")) limitTabStops();
});

// The address names the row, how far the list was loaded and when it was opened: going back and loading again show the same
// list at the same place.
function rememberPlace() {
  const list = byId("list");
  const row = list === null ? null : rowInView(list);
  if (!row) return;
  const url = new URL(location.href);
  url.searchParams.set("since", list.dataset.since);
  if (list.dataset.to) url.searchParams.set("to", list.dataset.to);
  url.hash = row.id;
  history.replaceState(history.state, "", url);
}

// The current row, or the one in the middle of the window if the current one was scrolled away.
function rowInView(list) {
  const row = currentRow();
  const { top = -1, bottom = -1 } = row?.getBoundingClientRect() ?? {};
  if (bottom > 0 && top < innerHeight) return row;
  const { left, width } = list.getBoundingClientRect();
  return document.elementFromPoint(left + width / 2, innerHeight / 2)?.closest(".list > .item");
}

// Browsers refuse too many changes of the address: a key that is held down makes one at its end.
let remembering;
function rememberSoon() {
  clearTimeout(remembering);
  remembering = setTimeout(rememberPlace, 200);
}
addEventListener("scrollend", rememberPlace, true);

function returnToPlace() {
  const url = new URL(location.href);
  const row = url.hash.startsWith("#item-") ? byId(url.hash.slice(1)) : null;
  // The browser would scroll to where the old, shorter or longer page was, and the place would be another one.
  if (byId("list") !== null) history.scrollRestoration = "manual";
  if (row?.matches(rowSelector)) {
    headline(row)?.focus({ preventScroll: true });
    row.scrollIntoView({ block: "center" });
  }
  // What was just marked is told once.
  for (const name of ["marked", "at"]) url.searchParams.delete(name);
  if (url.href !== location.href) history.replaceState(history.state, "", url);
  if (url.searchParams.has("find")) byId("search")?.focus();
  limitTabStops();
}
addEventListener("DOMContentLoaded", returnToPlace);

// On a wide window an item opens beside the list.
addEventListener("click", (event) => {
  const link = event.target.closest(".list > .item h2 a");
  if (link === null || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const row = link.closest(".item");
  setCurrent(row);
  rememberPlace();
  if (!isWide() || byId("beside") === null) return;
  event.preventDefault();
  void openBeside(link, row);
});

async function openBeside(link, row) {
  const before = document.querySelector("#beside article");
  await htmx.ajax("GET", link.getAttribute("href"), {
    source: link,
    target: "#beside",
    swap: "innerHTML",
    select: "article",
  });
  const article = document.querySelector("#beside article");
  // The server gave no answer, or another page.
  if (article === null || article === before) return;
  article.id = "article";
  article.dataset.open = row.id;
  byId("beside").scrollTop = 0;
  if (row.isConnected && row.matches(".is-new")) row.querySelector('[data-key="m"]').click();
}

// Over the article beside the list, a mark is that of its row: the answer changes both.
addEventListener(
  "click",
  (event) => {
    const button = event.target.closest?.('#beside [data-key="m"], #beside [data-key="s"]');
    const row = byId(button?.closest("[data-open]")?.dataset.open);
    const same = row?.querySelector(`[data-key="${button.dataset.key}"]`);
    if (!same) return;
    event.preventDefault();
    event.stopPropagation();
    same.click();
  },
  true,
);

// A row that htmx replaced takes the focus with it: the new one gets it back. New rows are no tab stops.
addEventListener("htmx:after:swap", () => {
  if (current !== null && !current.isConnected) {
    const row = byId(current.id);
    const hadFocus = document.activeElement === document.body;
    setCurrent(row);
    if (hadFocus) headline(row)?.focus({ preventScroll: true });
  }
  limitTabStops();
});

// How far the list was loaded.
addEventListener("htmx:before:request", ({ target }) => {
  const list = byId("list");
  if (list !== null && target.matches?.("[data-after]")) list.dataset.to = target.dataset.after;
});
