import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { assembleSite } from "../../src/docs-site/assemble-site.ts";
import { serveDocs } from "../../src/docs-site/serve-docs.ts";
import { openBrowser, visit } from "../ground/open-browser.ts";
import { runCommand } from "../ground/run-command.ts";

const folder = mkdtempSync(join(tmpdir(), "plainwire-docs-"));
let browser: Browser | null = null;
before(async () => {
  browser = await openBrowser();
  assert.equal((await runCommand(["docs", "--out", folder])).code, 0);
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

test("from a folder, without a server, the documents are found with the keyboard and fit a phone", async (t) => {
  if (browser === null) return t.skip("no browser");
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, colorScheme: "dark" });
  const page = await context.newPage();
  const elsewhere: string[] = [];
  page.on("request", (request) => !request.url().startsWith("file:") && elsewhere.push(request.url()));
  for (const name of ["index", "comparison", "cli", "tour", "results", "architecture"]) {
    await page.goto(pathToFileURL(join(folder, `${name === "results" ? "benchmarks" : name}.html`)).href);
    const overflow = Number(await page.evaluate("document.documentElement.scrollWidth - innerWidth"));
    assert.ok(overflow <= 0, `${name} is ${overflow} px too wide`);
  }
  assert.equal(await page.evaluate("getComputedStyle(document.body).backgroundColor"), "rgb(14, 17, 22)");

  await page.keyboard.press("/");
  await page.keyboard.type("moving bookmarks");
  await page.getByRole("option").first().waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  assert.match((await page.locator("[aria-selected=true]").textContent()) ?? "", /^Moving in and out: Moving out/);
  await page.keyboard.press("Enter");
  await page.waitForURL(/moving\.html#moving-out$/);
  await page.keyboard.press("/");
  await page.keyboard.type("zzzz");
  await page.getByText("Nothing found.").waitFor();
  await page.keyboard.press("Escape");
  assert.ok(await page.locator("#found").isHidden());
  assert.deepEqual(elsewhere, []);
  await context.close();
});

test("served pages are accessible in both looks, and their policy blocks nothing that they need", async (t) => {
  if (browser === null) return t.skip("no browser");
  const server = await serveDocs(assembleSite(resolve(import.meta.dirname, "../.."), "1"), 0);
  t.after(() => server.stop(0));
  for (const name of ["index", "comparison", "moving", "cli"]) {
    const { isWell, close } = await visit(browser, `${server.url}/${name}.html`);
    await isWell(`docs-${name}`);
    await close();
  }
});
