import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startWebServer, type WebServer } from "../../src/web/serve.ts";
import { focusOn, openBrowser, visit } from "../ground/open-browser.ts";
import { type Reader, readingWorld } from "../reading/reading-world.ts";

const browser = await openBrowser();
const skip = browser === null && "no browser";
const world = await readingWorld();
let server: WebServer;
let reader: Reader;
let items: { loaded: string; wide: string; hebrew: string; empty: string };

before(async () => {
  server = await startWebServer({ app: world.app, host: "127.0.0.1", port: 0, log: world.parts.log });
  reader = await world.addReader();
  const feed = await world.addFeed([reader], "Harbour Gazette");
  const cells = Array.from({ length: 20 }, (_, n) => `<td>Averylongcellname${n}</td>`).join("");
  items = {
    loaded: await world.addItem(feed, {
      title: "BREAKING: Mayor slams shocking bridge plan as horrifying disgrace!",
      text:
        `<p>The council of Leeds met on Monday. The outrageous plan was a complete disaster for the town.</p>` +
        `<h3>What it costs</h3><p>It will pay 40 million pounds for the bridge over the Aire.</p>`.repeat(5),
      author: "Ada Writer",
    }),
    wide: await world.addItem(feed, {
      title: `${"Averyveryverylongword".repeat(20)} in a title`,
      text:
        `<table><tr>${cells}</tr></table><pre>${"const aVeryLongName = anotherOne; ".repeat(20)}</pre>` +
        `<p>${"unbreakable".repeat(60)} <a href="https://news.example/${"path/".repeat(50)}">https://news.example/${"path/".repeat(50)}</a></p>` +
        `<p>A bid<sup id="ref1"><a href="#fn1">1</a></sup></p><p id="fn1">Of four. <a href="#ref1">Back</a></p>` +
        `<ul><li>One<ol><li>Two</li></ol></li></ul><blockquote>A quote</blockquote><dl><dt>Term</dt><dd>Meaning</dd></dl>`,
    }),
    hebrew: await world.addItem(feed, {
      title: "ראש העיר פתח את הגשר החדש בחיפה",
      text: `<p>${"הגשר נפתח ביום שני. ".repeat(60)}</p><p>English in between.</p>`,
    }),
    empty: await world.addItem(feed, { title: "Only a title" }),
  };
  await world.settle();
  await world.editItem(items.empty, { title: "Only another title", text: "" });
  await world.settle();
});
after(async () => {
  await browser?.close();
  await server.stop(1_000);
});

async function open(path: string) {
  assert.ok(browser !== null);
  return visit(browser, server.url + path, { session: reader });
}

const pages: [name: string, path: () => string][] = [
  ["loaded", () => items.loaded],
  ["wide", () => items.wide],
  ["right-to-left", () => items.hebrew],
  ["empty", () => items.empty],
];
for (const [name, id] of pages) {
  test(`the article '${name}' is accessible and fits, at desk and phone, light and dark`, { skip }, async () => {
    const opened = await open(`/items/${id()}`);
    for (const summary of await opened.page.locator("#article summary").all()) await summary.click();
    await opened.isWell(`article-${name}`);
    await opened.page.setViewportSize({ width: 320, height: 700 });
    assert.equal(await opened.page.evaluate("document.documentElement.scrollWidth <= 320"), true);
    await opened.close();
  });
}

test("wide tables and code scroll in their own place, and the keyboard reaches them", { skip }, async () => {
  const { page, close } = await open(`/items/${items.wide}`);
  await page.setViewportSize({ width: 390, height: 844 });
  for (const name of ["Table", "Code"]) {
    const group = page.getByRole("group", { name });
    await group.focus();
    await page.keyboard.press("ArrowRight");
    await focusOn(page, "document.activeElement.getAttribute('aria-label')", name);
    const isScrolling = "document.activeElement.scrollWidth > document.activeElement.clientWidth";
    assert.equal(await page.evaluate(isScrolling), true, name);
  }
  await close();
});

test("a footnote is reached and left by keyboard, in the page", { skip }, async () => {
  const { page, close } = await open(`/items/${items.wide}`);
  await page.getByRole("link", { name: "1", exact: true }).press("Enter");
  assert.equal(await page.locator("p:has(> .anchor:target)").innerText(), "Of four. Back");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  assert.equal(new URL(page.url()).hash, "#in-text-ref1");
  await close();
});

test("a right-to-left paragraph runs from the right, an English one in it from the left", { skip }, async () => {
  const { page, close } = await open(`/items/${items.hebrew}`);
  const startOf = (text: string) =>
    page.evaluate<number>(
      `(() => {
        const node = [...document.querySelectorAll(".prose p")].find((p) => p.textContent.startsWith(${JSON.stringify(text)})).firstChild;
        const range = document.createRange();
        range.setStart(node, 0);
        range.setEnd(node, 1);
        return range.getBoundingClientRect().left - document.querySelector(".prose").getBoundingClientRect().left;
      })()`,
    );
  assert.ok((await startOf("הגשר")) > 300);
  assert.ok((await startOf("English")) < 10);
  await close();
});

test("the reason of a word opens by mouse, keyboard and touch, and without a script", { skip }, async () => {
  assert.ok(browser !== null);
  const { page, close } = await open(`/items/${items.loaded}`);
  const word = page.locator(".prose .word", { hasText: "outrageous" }).first();
  const reason = page.locator(".reason:popover-open");
  await word.click();
  await reason.waitFor();
  assert.match((await reason.textContent()) ?? "", /It (?:judges|tells|claims)/);
  await page.keyboard.press("Escape");
  await reason.waitFor({ state: "hidden" });
  await word.press("Enter");
  await reason.waitFor();
  await close();

  const phone = await browser.newContext({
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
    javaScriptEnabled: false,
  });
  await phone.addCookies([{ name: reader.cookie, value: reader.token, url: server.url }]);
  const touched = await phone.newPage();
  await touched.goto(`${server.url}/items/${items.loaded}`);
  await touched.getByText("What we took out").tap();
  await touched.locator(".was .word", { hasText: "slams" }).tap();
  await touched.getByText("A word that judges").filter({ visible: true }).first().waitFor();
  assert.equal(await touched.getByRole("button", { name: "Copy link" }).isVisible(), false);
  await phone.close();
});

test("no space next to a marked word is swallowed", { skip }, async () => {
  const { page, close } = await open(`/items/${items.loaded}`);
  const shown = (selector: string) => page.locator(selector).first().innerText();
  assert.match(await shown(".prose p"), /The outrageous plan was/);
  await page.getByText("What we took out").click();
  assert.match(await shown(".was"), /Mayor slams shocking bridge plan/);
  await close();
});

test("star and unread change in place by key and by button, and keep the focus", { skip }, async () => {
  const { page, close } = await open(`/items/${items.loaded}`);
  await page.keyboard.press("s");
  await page.getByRole("button", { name: "Remove the star" }).waitFor();
  await page.getByRole("button", { name: "Remove the star" }).click();
  await page.getByRole("button", { name: "Star", exact: true }).waitFor();
  await focusOn(page, "document.activeElement.id", "article-s");
  await page.keyboard.press("m");
  await page.getByRole("button", { name: "Mark read" }).waitFor();
  assert.equal(new URL(page.url()).pathname, `/items/${items.loaded}`);
  await close();
});

test("the link is copied, and the page says so", { skip }, async () => {
  const { page, close } = await open(`/items/${items.loaded}`);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.getByRole("status").getByText("Link copied.").waitFor();
  assert.equal(await page.evaluate("navigator.clipboard.readText()"), `https://news.example/${items.loaded}`);
  await close();
});

test("the page shares where the browser can, and has no button for it where it cannot", { skip }, async () => {
  const { page, close } = await open(`/items/${items.loaded}`);
  const share = page.getByRole("button", { name: "Share" });
  // Chromium on a desk has no Web Share without a secure address of its own.
  await page.addInitScript("Object.defineProperty(navigator, 'share', { value: undefined, configurable: true })");
  await page.reload();
  assert.equal(await share.isVisible(), false);
  await page.addInitScript(
    "Object.defineProperty(navigator, 'share', { value: async (shared) => { window.shared = shared; } })",
  );
  await page.reload();
  await share.click();
  const shared = await page.evaluate<{ title: string; url: string }>("window.shared");
  assert.equal(shared.url, `https://news.example/${items.loaded}`);
  assert.match(shared.title, /bridge plan/);
  await close();
});
