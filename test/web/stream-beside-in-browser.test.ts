import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { startWebServer, type WebServer } from "../../src/web/serve.ts";
import { eventually } from "../ground/eventually.ts";
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

type Opened = { page: Page; close: () => Promise<void>; reader: Reader; item: string; feed: string };

/** Three items of one feed, a story of two feeds among them, in a window that shows an article beside the list. */
async function open(): Promise<Opened> {
  assert.ok(browser !== null);
  const reader = await world.addReader();
  const feed = await world.addFeed([reader], "Harbour Gazette");
  const post = await world.addFeed([reader], "Evening Post");
  const url = `https://news.example/beside-${feed}`;
  await world.addItem(feed, { url, title: "Port opens its northern dock" });
  await world.addItem(post, { url: `${url}?utm_source=b`, title: "Port opens its northern dock" });
  const item = await world.addItem(feed, { title: "Council meets on Tuesday", pubDate: new Date() });
  await world.addItem(feed, { title: "Library moves to the market" });
  await world.settle();
  const { page, close } = await visit(browser, `${server.url}/stream`, { session: reader });
  await page.setViewportSize({ width: 1280, height: 800 });
  return { page, close, reader, item, feed };
}

async function shows(page: Page, selector: string, text: RegExp): Promise<void> {
  await eventually(async () => assert.match((await page.locator(selector).textContent()) ?? "", text));
}

test("reading by keys changes the counts of the shelf at once, and says what else was read", { skip }, async () => {
  const { page, close, feed } = await open();
  await shows(page, "#unread", /^4 /);
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await shows(page, "#unread", /^3 /);
  await shows(page, `#unread-${feed}`, /^2 /);
  await page.keyboard.press("j");
  await shows(page, "#beside .others + .note", /Also marked as read: 1 other report of this story\./);
  await shows(page, "#unread", /^1 /);
  await page.keyboard.press("m");
  await shows(page, "#unread", /^3 /);
  await page.keyboard.press("m");
  await shows(page, "#unread", /^1 /);
  await shows(page, "#toast", /Also marked as read: 1 other report of this story\./);
  await close();
});

test("the page itself does not scroll: only the columns do", { skip }, async () => {
  const { page, close } = await open();
  assert.equal(await page.evaluate("document.documentElement.scrollHeight - innerHeight"), 0);
  await close();
});

test("star and circle over the open article and in its row stay in step, whichever is used", { skip }, async () => {
  const { page, close, item } = await open();
  const star = (isOn: boolean) =>
    Promise.all([
      page.locator(`#item-${item} .star[aria-pressed=${isOn}]`).waitFor(),
      page.getByRole("button", { name: isOn ? "Remove the star" : "Star", exact: true }).waitFor(),
    ]);
  await page.locator(`#item-${item} h2 a`).click();
  await page.locator(`#item-${item}.is-read`).waitFor();
  await page.keyboard.press("s");
  await star(true);
  await page.locator("#beside [data-key=s]").click();
  await star(false);
  await page.keyboard.press("m");
  await page.locator(`#item-${item}.is-new`).waitFor();
  await page.locator("#beside").getByRole("button", { name: "Mark read" }).click();
  await page.locator(`#item-${item}.is-read`).waitFor();
  await page.locator("#beside").getByRole("button", { name: "Mark unread" }).waitFor();
  await close();
});

test(
  "while the server cannot be reached, opening, starring and marking say so, and change nothing",
  { skip },
  async () => {
    const { page, close, item } = await open();
    await page.context().setOffline(true);
    const isTold = async () => {
      await page.getByText("The server cannot be reached. Try again.").waitFor();
      await page.evaluate("document.querySelector('#toast').replaceChildren()");
    };
    await page.locator(`#item-${item} h2 a`).click();
    await isTold();
    for (const key of ["s", "m"]) {
      await page.keyboard.press(key);
      await isTold();
    }
    assert.equal(await page.locator("#beside [data-open]").count(), 0);
    await page.context().setOffline(false);
    await page.keyboard.press("Enter");
    await page.locator(`#item-${item}.is-read`).waitFor();
    await close();
  },
);

for (const what of ["star", "open"] as const) {
  test(`logged out in another tab, ${what} leads to the login and back`, { skip }, async () => {
    const { page, close, item, reader } = await open();
    const address = page.url();
    const other = await page.context().newPage();
    await other.goto(`${server.url}/stream`);
    await other.getByRole("button", { name: "Menu" }).click();
    await other.getByRole("button", { name: "Log out" }).click();
    await other.waitForURL("**/auth/login");
    await page.locator(`#item-${item} ${what === "star" ? ".star" : "h2 a"}`).click();
    await page.getByText("You are logged out. Log in again.").waitFor();
    await page.context().addCookies([{ name: reader.cookie, value: (await world.addReader()).token, url: server.url }]);
    const next = new URL(page.url()).searchParams.get("next") ?? "";
    if (what === "open") assert.match(next, new RegExp(`^/items/${item}`));
    else assert.equal(new URL(next, address).pathname, "/stream");
    await page.reload();
    await page.waitForURL((url) => url.pathname === new URL(next, address).pathname);
    await close();
  });
}
