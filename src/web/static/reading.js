// The keys that src/web/texts explains (keyHelp). Each does what something on the page does too; where that is not on the
// page, the key is the browser's.
let lastItemId = null;
const byId = (id) => document.getElementById(id);
const currentItem = () => document.activeElement?.closest(".item-list > .item") ?? byId(lastItemId);

function headlineAfter(steps) {
  const items = [...document.querySelectorAll(".item-list > .item")];
  const at = items.indexOf(currentItem());
  const next = at < 0 ? 0 : Math.min(items.length - 1, Math.max(0, at + steps));
  return items[next]?.querySelector('[data-key="o"]');
}

// Without a list the page is an item's own.
function marked(key) {
  return (currentItem() ?? document.querySelector("#article"))?.querySelector(`[data-key="${key}"]`);
}

const focus = (element) => element.focus();
const click = (element) => element.click();
const keys = {
  j: { find: () => headlineAfter(1), act: focus },
  k: { find: () => headlineAfter(-1), act: focus },
  o: { find: () => marked("o"), act: click },
  m: { find: () => marked("m"), act: click },
  s: { find: () => marked("s"), act: click },
  "/": { find: () => byId("search-items"), act: focus },
  "?": { find: () => byId("keys"), act: (element) => element.togglePopover() },
};

addEventListener("keydown", (event) => {
  const { key, ctrlKey, metaKey, altKey, target } = event;
  const isTyping = target.closest("input:not([type=radio]), textarea, select, [contenteditable]") !== null;
  if (ctrlKey || metaKey || altKey || isTyping || !Object.hasOwn(keys, key)) return;
  const { find, act } = keys[key];
  const found = find();
  if (!found) return;
  event.preventDefault();
  act(found);
});

addEventListener("focusin", ({ target }) => {
  lastItemId = target.closest(".item-list > .item")?.id ?? lastItemId;
});

// A card that htmx replaced takes the focus with it: the new one gets it back.
addEventListener("htmx:after:swap", () => {
  if (document.activeElement === document.body) byId(lastItemId)?.querySelector('[data-key="o"]')?.focus();
});

// A choice is made by making it; the button is for those without script.
addEventListener("change", ({ target }) => {
  if (target.matches("#list-tools input[type=radio], #list-tools select")) target.form.requestSubmit();
});
