import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test } from "node:test";
import type { Page } from "playwright-core";
import { demoAccount } from "../../src/demo/demo-store.ts";
import { freePort } from "../ground/free-port.ts";
import { type Look, openBrowser, visit } from "../ground/open-browser.ts";
import { startPlainwire, temporaryFolder } from "../ground/plainwire-process.ts";

const browser = await openBrowser();
const skip = browser === null && "no browser";
after(() => browser?.close());

/** Four widths in both themes. 640 is also what a desk of 1280 shows at a zoom of 200 %. */
const looks: Look[] = [1280, 768, 640, 390].flatMap((width) => [
  { width, colorScheme: "light" },
  { width, colorScheme: "dark" },
]);
const moreWidths = [320, 480, 900, 1024, 1600, 1920];
const pagesMax = 80;
/** What somebody sees who is not logged in. */
const open = ["/", "/auth/register", "/auth/forgot", "/auth/privacy", "/about-fetcher", "/docs/api", "/auth/login"];
/** Pages that the links of the demo must lead to: without this list a lost menu would make the test check less, and pass. */
const expected = [
  "/brief",
  "/brief/all",
  "/dashboard",
  "/feeds",
  "/feeds/:id",
  "/filters",
  "/items/:id",
  "/operator",
  "/operator/feeds",
  "/operator/feeds/:id",
  "/operator/people",
  "/personal-feeds",
  "/settings",
  "/settings/appearance",
  "/sources",
  "/sources/:id",
  "/stories/:id",
  "/stream",
];

test(
  "every page that links of the demo lead to is accessible and fits, at every width and in both themes",
  { skip },
  async () => {
    assert.ok(browser !== null);
    const port = await freePort();
    const demo = startPlainwire(["demo", "--port", String(port)], { DATA_DIR: join(await temporaryFolder(), "data") });
    await demo.line(/^Ready after/);
    const origin = `http://127.0.0.1:${port}`;
    const { page, isWell, close } = await visit(browser, `${origin}/auth/login`);
    for (const path of open) {
      await page.goto(origin + path);
      await isWell(path, looks);
    }
    await logIn(page);

    const found = new Map([["/dashboard", "/dashboard"]]);
    // A map visits what is added while it is walked.
    for (const [kind, path] of found) {
      await page.setViewportSize({ width: 1280, height: 900 });
      const answer = await page.goto(origin + path);
      assert.equal(answer?.status(), 200, path);
      for (const next of await linksOf(page))
        if (found.size < pagesMax && !found.has(kindOf(next))) found.set(kindOf(next), next);
      await isWell(kind, looks);
      for (const width of moreWidths) await fits(page, width, kind);
    }

    assert.deepEqual(
      expected.filter((kind) => !found.has(kind)),
      [],
    );
    assert.ok(found.size < pagesMax, `more than ${pagesMax} kinds of pages: ${[...found.keys()].join(" ")}`);
    await close();
    demo.child.kill("SIGINT");
    await demo.ended;
  },
);

async function logIn(page: Page): Promise<void> {
  await page.getByLabel("Email").fill(demoAccount.email);
  await page.getByLabel("Password").fill(demoAccount.password);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.waitForURL(/\/dashboard/);
}

/** The paths of our own pages that this page links to. Files, feeds and downloads are no pages. */
async function linksOf(page: Page): Promise<string[]> {
  const links = await page.evaluate<string[]>(
    "[...document.querySelectorAll('a[href]:not([download])')].filter((a) => a.origin === location.origin).map((a) => a.pathname)",
  );
  return links.filter((path) => !/\.(opml|json|xml|txt|md)$|^\/(rss|atom|media|api)\b/.test(path));
}

/** A path without the ids in it: one item's page stands for all. */
function kindOf(path: string): string {
  return path.replaceAll(/\/[0-9a-f]{8}-[0-9a-f-]{27}|\/\d+(?=\/|$)/g, "/:id");
}

async function fits(page: Page, width: number, kind: string): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  const pageWidth = await page.evaluate<number>("document.documentElement.scrollWidth");
  assert.ok(pageWidth <= width, `${kind} is ${pageWidth} px wide in a window of ${width} px`);
}
