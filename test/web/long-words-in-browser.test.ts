import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startWebServer, type WebServer } from "../../src/web/serve.ts";
import { eventually } from "../ground/eventually.ts";
import { openBrowser, visit } from "../ground/open-browser.ts";
import { type Reader, readingWorld } from "../reading/reading-world.ts";

const browser = await openBrowser();
const skip = browser === null && "no browser";
const world = await readingWorld();
let server: WebServer;
let reader: Reader;
let paths: Record<string, string>;
let long: string;
let hebrew: string;

const longWord = "Donaudampfschifffahrt".repeat(10);

before(async () => {
  server = await startWebServer({ app: world.app, host: "127.0.0.1", port: 0, log: world.parts.log });
  reader = await world.addReader();
  const [gazette, post] = [
    await world.addFeed([reader], "Gazette".repeat(20)),
    await world.addFeed([reader], "Evening Post"),
  ];
  const url = "https://news.example/long-words";
  const text = `<p>The port of ${longWord} opened its dock on Sunday. It took 17 months to build.</p>`;
  const item = await world.addItem(gazette, { url, title: `Shocking ${longWord} slams the port!`, text });
  await world.addItem(post, { url: `${url}?utm_source=b`, title: `Port opens ${longWord}`, text });
  await world.addItem(gazette, { title: `Alone: ${longWord}`, text });
  long = await world.addItem(gazette, { title: "A very long title ".repeat(55), text: "<p>Short.</p>" });
  hebrew = await world.addItem(gazette, {
    title: "ראש העיר פתח את הגשר החדש בחיפה ביום שני בבוקר לפני אלפי תושבים ואורחים מכל הארץ",
    text: `<p>הגשר נפתח.</p><img src="https://img.example/gone.jpg" alt="הגשר">`,
  });
  await world.settle();
  await world.editItem(item, { title: `Horrifying ${longWord} slams the port!`, text });
  await world.settle();
  await reader.post("/summaries/extract");
  const find = async (path: string, pattern: RegExp) => pattern.exec(await (await reader.ask(path)).text())?.[0] ?? "";
  paths = {
    today: "/dashboard",
    story: await find("/dashboard", /\/stories\/[\da-f-]{36}/),
    article: `/items/${item}`,
    sources: "/sources",
    outlet: `/sources/${gazette}`,
    "brief of today": "/brief",
    "past brief": await find("/brief/all", /\/brief\/[\da-f-]{36}/),
    stream: "/stream",
  };
});
after(async () => {
  await browser?.close();
  await server.stop(1_000);
});

test("a word of 200 letters in a title or a name makes no page wider than its window", { skip }, async () => {
  assert.ok(browser !== null);
  const { page, close } = await visit(browser, `${server.url}/dashboard`, { session: reader });
  const widths: Record<string, number> = {};
  for (const [name, path] of Object.entries(paths)) {
    assert.notEqual(path, "", name);
    await page.goto(server.url + path);
    await page.evaluate("for (const one of document.querySelectorAll('main details')) one.open = true");
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const shown = await page.evaluate<number>("document.documentElement.scrollWidth");
      if (shown > width) widths[`${name} at ${width}`] = shown;
    }
  }
  assert.deepEqual(widths, {});
  await close();
});

test("with a font of twice the size a phone shows all of every page, its menu too", { skip }, async () => {
  assert.ok(browser !== null);
  const { page, close } = await visit(browser, `${server.url}/dashboard`, { session: reader });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
  await page.setViewportSize({ width: 390, height: 844 });
  const wide: Record<string, number> = {};
  for (const [name, path] of Object.entries({ ...paths, feeds: "/feeds", settings: "/settings" })) {
    await page.goto(server.url + path);
    assert.equal(await page.evaluate("getComputedStyle(document.documentElement).fontSize"), "32px");
    const shown = await page.evaluate<number>("document.documentElement.scrollWidth");
    if (shown > 390) wide[name] = shown;
  }
  assert.deepEqual(wide, {});
  await page.getByRole("button", { name: "Menu" }).click({ trial: true });
  await close();
});

async function open(path: string) {
  assert.ok(browser !== null);
  const visited = await visit(browser, server.url + path, { session: reader });
  await visited.page.setViewportSize({ width: 1280, height: 800 });
  const lines = (selector: string) =>
    visited.page.evaluate<number>(
      `(({ offsetHeight }, height) => Math.round(offsetHeight / height))(document.querySelector(${JSON.stringify(selector)}), parseFloat(getComputedStyle(document.querySelector(${JSON.stringify(selector)})).lineHeight))`,
    );
  return { ...visited, lines };
}

test(
  "a title of 1,000 characters has three lines in a list and six over its text, until all is wanted",
  { skip },
  async () => {
    const { page, lines, close } = await open("/stream");
    assert.equal(await lines(`#item-${long} h2`), 3);
    await page.goto(`${server.url}/items/${long}`);
    assert.equal(await lines("h1"), 6);
    await page.getByText("Show the whole title").click();
    assert.ok((await lines("h1")) > 6);
    await page.getByText("Show less").click();
    assert.equal(await lines("h1"), 6);
    await close();
  },
);

test("a title from right to left has its dot on the right, and the buttons over its end", { skip }, async () => {
  const { page, close } = await open("/stream");
  const row = `document.querySelector("#item-${hebrew}")`;
  assert.equal(await page.evaluate(`getComputedStyle(${row}, "::before").right`), "11.2px");
  const firstWord = `(() => {
    const range = document.createRange();
    range.setStart(${row}.querySelector("h2 a").firstChild, 0);
    range.setEnd(${row}.querySelector("h2 a").firstChild, 3);
    return range.getBoundingClientRect().left;
  })()`;
  const buttons = `${row}.querySelector(".marks").getBoundingClientRect().right`;
  assert.equal(await page.evaluate(`${firstWord} > ${buttons}`), true);
  await close();
});

test("a picture that cannot be loaded is taken out of the article", { skip }, async () => {
  const { page, close } = await open("/stream");
  await page.route("**/media/**", (route) => route.fulfill({ status: 404 }));
  await page.goto(`${server.url}/items/${hebrew}`);
  assert.match(await (await reader.ask(`/items/${hebrew}`)).text(), /<img src="\/media\//);
  await eventually(async () => assert.equal(await page.locator(".prose img").count(), 0));
  await close();
});
