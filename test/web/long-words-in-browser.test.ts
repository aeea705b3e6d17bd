import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startWebServer, type WebServer } from "../../src/web/serve.ts";
import { openBrowser, visit } from "../ground/open-browser.ts";
import { type Reader, readingWorld } from "../reading/reading-world.ts";

const browser = await openBrowser();
const skip = browser === null && "no browser";
const world = await readingWorld();
let server: WebServer;
let reader: Reader;
let paths: Record<string, string>;

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
