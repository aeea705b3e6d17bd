// Search over a small index that is loaded when somebody first wants it. The pages work without this file.
const box = document.querySelector(".find");
const field = document.querySelector("#find");
const list = document.querySelector("#found");
const shownMax = 12;
let loading = null;
let selected = -1;

box.hidden = false;

function loadIndex() {
  loading ??= new Promise((done) => {
    const script = document.createElement("script");
    script.src = "assets/index.js";
    script.addEventListener("load", () => done(globalThis.plainwireDocs));
    script.addEventListener("error", () => done([]));
    document.head.append(script);
  });
  return loading;
}

// A heading says more than a word in a text; a whole word more than a part of one. All words must be there.
function rate(entry, words) {
  const heading = ` ${entry.h} ${entry.p}`.toLowerCase();
  const text = ` ${entry.t}`.toLowerCase();
  let sum = 0;
  for (const word of words) {
    const inHeading = heading.includes(word);
    const inText = text.includes(word);
    if (!inHeading && !inText) return 0;
    sum +=
      (inHeading ? 10 : 0) +
      (heading.includes(` ${word}`) ? 10 : 0) +
      (inText ? 1 : 0) +
      (text.includes(` ${word}`) ? 2 : 0);
  }
  // Among equals the front of a page comes first.
  return sum + (entry.u.includes("#") ? 0 : 0.5);
}

function excerpt(text, words) {
  const lower = text.toLowerCase();
  const at = Math.max(0, ...words.map((word) => lower.indexOf(word)));
  const from = at < 40 ? 0 : lower.indexOf(" ", at - 40) + 1;
  return (from > 0 ? "… " : "") + text.slice(from, from + 110) + (text.length > from + 110 ? " …" : "");
}

async function search() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return close();
  const index = await loadIndex();
  const found = index
    .map((entry) => ({ entry, score: rate(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, shownMax);
  list.replaceChildren(
    ...(found.length === 0 ? [nothing()] : found.map(({ entry }, place) => row(entry, place, words))),
  );
  list.hidden = false;
  field.setAttribute("aria-expanded", "true");
  select(found.length === 0 ? -1 : 0);
}

function row(entry, place, words) {
  const item = document.createElement("li");
  item.id = `found-${place}`;
  item.role = "option";
  const link = document.createElement("a");
  link.href = entry.u;
  link.tabIndex = -1;
  link.textContent = entry.h === "" || entry.h === entry.p ? entry.p : `${entry.p}: ${entry.h}`;
  const small = document.createElement("small");
  small.textContent = excerpt(entry.t, words);
  link.append(small);
  item.append(link);
  return item;
}

function nothing() {
  const item = document.createElement("li");
  const text = document.createElement("p");
  text.textContent = "Nothing found.";
  item.append(text);
  return item;
}

function select(place) {
  selected = place;
  for (const [index, item] of [...list.children].entries()) item.setAttribute("aria-selected", String(index === place));
  const chosen = list.children[place];
  chosen?.scrollIntoView({ block: "nearest" });
  if (chosen?.id) field.setAttribute("aria-activedescendant", chosen.id);
  else field.removeAttribute("aria-activedescendant");
}

function close() {
  list.hidden = true;
  selected = -1;
  field.setAttribute("aria-expanded", "false");
  field.removeAttribute("aria-activedescendant");
}

field.addEventListener("focus", () => void loadIndex());
field.addEventListener("input", () => void search());
field.addEventListener("keydown", (event) => {
  const count = list.querySelectorAll("[role=option]").length;
  if (event.key === "Escape") {
    close();
    field.value = "";
    field.blur();
  } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    if (count > 0) select((selected + (event.key === "ArrowDown" ? 1 : count - 1)) % count);
  } else if (event.key === "Enter") {
    list.children[selected]?.querySelector("a")?.click();
    close();
  }
});
document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "/") {
    event.preventDefault();
    field.focus();
  }
  // As in the reader: j and k go on and back.
  const rel = { j: "next", k: "prev" }[event.key];
  if (rel) document.querySelector(`.next a[rel=${rel}]`)?.click();
});
document.addEventListener("click", (event) => {
  if (!box.contains(event.target)) close();
});
