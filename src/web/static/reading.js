// The keys of src/web/texts (keyHelp). Every one does what a link or a button on the page does: what has data-key.
const itemsShown = () => [...document.querySelectorAll(".item-list > .item")];
let lastItemId = null;

function currentItem() {
  return document.activeElement?.closest(".item-list > .item") ?? (lastItemId && document.getElementById(lastItemId));
}

function goTo(item) {
  if (item === undefined || item === null) return;
  item.querySelector('[data-key="o"]').focus();
  item.scrollIntoView({ block: "nearest" });
}

function step(by) {
  const items = itemsShown();
  const at = items.indexOf(currentItem());
  goTo(at < 0 ? items[0] : items[Math.min(items.length - 1, Math.max(0, at + by))]);
}

const keys = {
  j: () => step(1),
  k: () => step(-1),
  "/": () => document.getElementById("search-items")?.focus(),
  "?": () => document.getElementById("keys")?.togglePopover(),
};
for (const key of ["o", "m", "s"]) {
  // Without a list the page is an item's own.
  keys[key] = () =>
    (currentItem() ?? document.querySelector(".item-page"))?.querySelector(`[data-key="${key}"]`)?.click();
}

addEventListener("keydown", (event) => {
  const { key, ctrlKey, metaKey, altKey, target } = event;
  const isTyping = target.closest("input:not([type=radio]), textarea, select, [contenteditable]") !== null;
  if (ctrlKey || metaKey || altKey || isTyping || !Object.hasOwn(keys, key)) return;
  event.preventDefault();
  keys[key]();
});

addEventListener("focusin", ({ target }) => {
  lastItemId = target.closest(".item-list > .item")?.id ?? lastItemId;
});

// A card that htmx replaced takes the focus with it: the new one gets it back.
addEventListener("htmx:after:swap", () => {
  if (document.activeElement === document.body && lastItemId) goTo(document.getElementById(lastItemId));
});

// A choice is made by making it; the button is for those without script.
addEventListener("change", ({ target }) => {
  if (target.matches("#list-tools input[type=radio], #list-tools select")) target.form.requestSubmit();
});
