import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startWebServer, type WebServer } from "../../src/web/serve.ts";
import { openBrowser, visit } from "../ground/open-browser.ts";
import { readingWorld } from "../reading/reading-world.ts";

const browser = await openBrowser();
const skip = browser === null && "no browser";
const world = await readingWorld();
let server: WebServer;
before(async () => {
  server = await startWebServer({ app: world.app, host: "127.0.0.1", port: 0, log: world.parts.log });
});
after(async () => {
  await browser?.close();
  await server.stop(1_000);
});

async function open() {
  assert.ok(browser !== null);
  const reader = await world.addReader();
  for (const name of ["Gazette", "Herald"]) await world.addItem(await world.addFeed([reader], name), { title: "Rain" });
  await world.settle();
  return { reader, ...(await visit(browser, `${server.url}/stream`, { session: reader })) };
}

test("with Shift, keys go from feed to feed and mark all as read", { skip }, async () => {
  const { page, isWell, close } = await open();
  const current = page.locator('#shelf a[aria-current="page"]');
  await page.keyboard.press("Shift+J");
  await current.getByText("Gazette").waitFor();
  await page.keyboard.press("Shift+J");
  await current.getByText("Herald").waitFor();
  await page.keyboard.press("Shift+K");
  await current.getByText("Gazette").waitFor();
  await page.keyboard.press("Shift+A");
  await page.getByRole("button", { name: "Undo" }).waitFor();
  await isWell("stream-marked", [{ width: 1280, colorScheme: "light" }]);
  await close();
});

test("g and a letter go to a place, but not with keys off", { skip }, async () => {
  const { reader, page, close } = await open();
  for (const [letter, path] of [
    ["t", "/dashboard"],
    ["b", "/brief"],
    ["f", "/feeds"],
    ["s", "/stream"],
  ] as const) {
    await page.keyboard.press("g");
    await page.keyboard.press(letter);
    await page.waitForURL(`${server.url}${path}**`);
  }
  const keysOff = `update accounts.users set preferences = '{"keys": false}' where id = $1`;
  await world.database.worker.query(keysOff, [reader.id]);
  await page.reload();
  await page.keyboard.press("g");
  await page.keyboard.press("t");
  await page.keyboard.press("Shift+J");
  assert.equal(new URL(page.url()).pathname, "/stream");
  await close();
});
