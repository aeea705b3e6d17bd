import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startWebServer, type WebServer } from "../../src/web/serve.ts";
import { openBrowser, visit } from "../ground/open-browser.ts";
import { type Reader, readingWorld } from "../reading/reading-world.ts";

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

async function open(path: string, session: Reader) {
  assert.ok(browser !== null);
  return visit(browser, server.url + path, { session });
}

test("a phone shows the list of sections, then one section and the way back; a desk shows both", { skip }, async () => {
  const { page, close } = await open("/settings", await world.addReader());
  const list = page.getByRole("navigation", { name: "Settings" });
  assert.equal(await list.isVisible(), true);
  assert.equal(await page.getByLabel("New password", { exact: true }).isVisible(), true);
  await page.setViewportSize({ width: 390, height: 844 });
  assert.equal(await page.getByLabel("New password", { exact: true }).isVisible(), false);
  await list.getByRole("link", { name: "Keyboard" }).click();
  await page.getByRole("heading", { level: 1, name: "Keyboard" }).waitFor();
  assert.equal(await list.isVisible(), false);
  await page.getByRole("link", { name: "All settings" }).click();
  await list.waitFor();
  await close();
});

const sizes = `(() => {
  const { fontSize } = getComputedStyle(document.querySelector("h1"));
  return { fontSize: parseFloat(fontSize), height: document.querySelector(".prefs > section form").offsetHeight };
})()`;

test(
  "text size and density change the page at once, and the keyboard alone is enough to save them",
  { skip },
  async () => {
    const { page, close } = await open("/settings/appearance", await world.addReader());
    const usual = await page.evaluate<{ fontSize: number; height: number }>(sizes);
    await page.getByRole("radio", { name: "Compact" }).focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("Enter");
    await page.getByText("Saved.").waitFor();
    const compact = await page.evaluate<{ fontSize: number; height: number }>(sizes);
    assert.equal(compact.fontSize, usual.fontSize);
    assert.ok(compact.height - usual.height < 0, `${compact.height} px are not less than ${usual.height}`);
    await page.getByRole("radio", { name: "Larger" }).check();
    await page.getByRole("button", { name: "Save" }).click();
    await page.locator("html[data-text=larger]").waitFor();
    const larger = await page.evaluate<{ fontSize: number; height: number }>(sizes);
    assert.equal(larger.fontSize, usual.fontSize * 1.25);
    await close();
  },
);

test("the largest text and compact pages stay accessible and never too wide", { skip }, async () => {
  const reader = await world.addReader();
  await reader.post("/settings/appearance", { theme: "system", density: "compact", text_size: "larger" });
  const { isWell, close } = await open("/settings/appearance", reader);
  await isWell("settings-larger");
  await close();
});
