import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Page } from "playwright-core";
import { asPerson } from "../../../src/database/transaction.ts";
import { subscribe } from "../../../src/feeds/subscription-store.ts";
import { rss } from "../../ground/feed-origin.ts";
import { focusOn, openBrowser, visit } from "../../ground/open-browser.ts";
import type { SignedIn } from "../../ground/signed-in.ts";
import { feedsServer } from "./feeds-server.ts";

const browser = await openBrowser();
const skip = browser === null && "no browser";
const { url, origin, database, person } = await feedsServer();
after(() => browser?.close());

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
const entries = [1, 2, 30].map((n) => ({
  title: `Harbour news ${n}`,
  link: `https://harbour.example/${n}`,
  date: hoursAgo(n),
}));
origin.serve("/harbour", { body: rss(entries, "Harbour Gazette") });
origin.serve("/site", {
  headers: { "content-type": "text/html" },
  body: `<html><head><link rel="alternate" type="application/rss+xml" title="All the news" href="/news"></head><body>Hello</body></html>`,
});
origin.serve("/news", { body: rss(entries.slice(0, 1), "The news of a site") });
origin.serve("/gone", { status: 410, body: "gone" });

test("two people at once add, find, edit, remove and undo, and neither sees the other's", { skip }, async () => {
  const [anna, ben] = await Promise.all([
    enter(await person("anna@example.org")),
    enter(await person("ben@example.org")),
  ]);
  const { page } = anna;

  await page.getByText("No feeds yet.").waitFor();
  await add(page, "Harbour", origin.url("/harbour", "127.0.1.1"));
  await page.locator("#feed-add-form").waitFor({ state: "hidden" });

  const row = page.locator(".feed", { hasText: "Harbour" });
  await row.getByText("Working").waitFor();
  await page.locator("#count-working", { hasText: /^1$/ }).waitFor();

  await add(ben.page, "Site of Ben", origin.url("/site", "127.0.1.2"));
  const benRow = ben.page.locator(".feed", { hasText: "Site of Ben" });
  await benRow.getByText("This is a web page, not a feed.").waitFor();
  await benRow.getByRole("button", { name: "Use “All the news”" }).click();
  await benRow.getByText("Working").waitFor();
  await benRow.locator(".address", { hasText: /\/news$/ }).waitFor();

  await row.getByRole("link", { name: "Edit Harbour" }).click();
  await focusOn(page, "document.activeElement.name", "name");
  await row.getByLabel("Name", { exact: true }).fill("Harbour Gazette");
  await row.getByRole("button", { name: "Save" }).click();
  await page.getByRole("link", { name: "Harbour Gazette", exact: true }).waitFor();
  await row.getByLabel("Name", { exact: true }).waitFor({ state: "detached" });

  await add(page, "Gone", origin.url("/gone", "127.0.1.3"));
  const gone = page.locator(".feed", { hasText: "Gone" });
  await gone.getByText("Feed no longer available").waitFor();
  await page.getByLabel("Search feeds by name").fill("harb");
  await gone.waitFor({ state: "detached" });
  await page.getByLabel("Search feeds by name").fill("");
  await page.getByRole("radio", { name: "Error 1" }).check();
  await gone.waitFor();
  await page.locator(".feed", { hasText: "Harbour" }).waitFor({ state: "detached" });
  await page.waitForURL(/\/feeds\?status=error$/);

  await gone.getByRole("button", { name: "Delete Gone" }).click();
  const undo = page.getByRole("button", { name: "Undo removing Gone" });
  await undo.waitFor();
  await page.keyboard.press("Enter");
  await gone.waitFor();
  await undo.waitFor({ state: "detached" });

  assert.equal(await page.getByText("Site of Ben").count(), 0);
  assert.equal(await ben.page.getByText("Harbour").count(), 0);
  for (const { isWell, close } of [anna, ben]) {
    await isWell("feeds-of-two", [{ width: 1280, colorScheme: "light" }]);
    await close();
  }
});

test("a refusal is shown next to the form, and the page does not move", { skip }, async () => {
  const { page, close } = await enter(await person());
  await add(page, "", "");
  const form = page.locator("#feed-add-form");
  await form.getByText("Feed name is required").waitFor();
  await form.getByText("Feed URL is required").waitFor();
  await fillIn(page, "Gone", origin.url("/gone", "127.0.2.1"));
  const row = page.locator(".feed", { hasText: "Gone" });
  await row.getByRole("link", { name: "Edit Gone" }).click();
  await row.getByLabel("Name", { exact: true }).fill("");
  await row.getByRole("button", { name: "Save" }).click();
  await row.getByText("Feed name is required").waitFor();
  await row.getByRole("button", { name: "Try again" }).click();
  await row.getByText(/Possible again at .*it was fetched just now/).waitFor();

  await add(page, "News", origin.url("/news", "127.0.2.2"));
  await add(page, "Its site", origin.url("/site", "127.0.2.2"));
  const site = page.locator(".feed", { hasText: "Its site" });
  await site.getByRole("button", { name: "Use “All the news”" }).click();
  await site.getByText("A feed with this URL already exists").waitFor();
  await add(page, "Twice", origin.url("/gone", "127.0.2.1"));
  await page.getByText("You have already added this feed").waitFor();
  await close();
});

test(
  "all pages are accessible, without console errors and never too wide, on desktop and phone, in light and dark",
  { skip },
  async () => {
    const { page, isWell, close } = await enter(await person("ada.with.a.long.name@example.org"));
    await add(page, `A name that is ${"very ".repeat(20)}long`, origin.url("/harbour", "127.0.3.1"));
    await add(page, "A site", origin.url("/site", "127.0.3.2"));
    await page.getByText("This is a web page").waitFor();
    await page.getByText("Working").last().waitFor();
    await page.getByRole("link", { name: /^Edit A site/ }).click();
    await page.getByRole("button", { name: "Save" }).waitFor();
    const address = (await page.locator(".feed .name a").last().getAttribute("href")) ?? "";

    await isWell("feeds");
    await page.getByText("Add by hand").click();
    await page.locator("#feed-add-form").getByText("Login or headers").click();
    await isWell("feeds-add");
    await page.goto(url + address);
    await page.getByText("Harbour news 2").waitFor();
    await page.getByText("3 new, 0 changed").waitFor();
    await page.getByText("decided by the interval learned").waitFor();
    await isWell("feed");
    await page.goto(`${url + address}/edit`);
    await isWell("feed-edit");
    await page.goto(`${url}/feeds`);
    await page.getByRole("link", { name: "Import OPML" }).click();
    const opml = `<opml><body><outline text="Imported" xmlUrl="${origin.url("/news", "127.0.3.9")}"/><outline text="Bad" xmlUrl="ftp://x"/></body></opml>`;
    await page
      .getByLabel("OPML file")
      .setInputFiles({ name: "feeds.opml", mimeType: "text/xml", buffer: Buffer.from(opml) });
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByText("Done: 1 added").waitFor();
    await isWell("feeds-import");
    await close();
  },
);

test(
  "with the keyboard alone, on a phone and without motion: add a feed, read its page, switch to dark",
  { skip },
  async () => {
    const { page, isWell, close } = await enter(await person());
    await page.setViewportSize({ width: 390, height: 800 });
    await page.emulateMedia({ reducedMotion: "reduce", colorScheme: "light" });
    await page.getByText("Add by hand").focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await page.keyboard.type("By keys");
    await page.keyboard.press("Tab");
    await page.keyboard.type(origin.url("/harbour", "127.0.4.1"));
    await page.keyboard.press("Enter");
    await page.locator(".feed", { hasText: "By keys" }).getByText("Working").waitFor();
    await page.getByRole("link", { name: "By keys", exact: true }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "By keys" }).waitFor();
    await page.getByRole("button", { name: "Menu" }).focus();
    await page.keyboard.press("Enter");
    await page.locator("#menu .to-dark").focus();
    await page.keyboard.press("Enter");
    await page.locator('html[data-theme="dark"]').waitFor();
    await isWell("feeds-by-keyboard", [{ width: 390, colorScheme: "light" }]);
    await close();
  },
);

test("a list keeps its page and the text being typed while it updates by itself", { skip }, async () => {
  const reader = await person();
  const wanted = Array.from({ length: 22 }, (_, n) => ({
    name: `Feed ${n + 10}`,
    feed: { url: `https://never.example/${n}`, isOwn: false, headers: null },
    dueAt: new Date(Date.now() + 3_600_000),
  }));
  await asPerson(database.web, reader.id, (tx) => subscribe(tx, wanted, { lanes: 4, now: new Date() }));
  const { page, isWell, close } = await enter(reader);
  await page.getByRole("link", { name: "Next" }).click();
  await page.getByText("21–22 of 22").waitFor();
  await page.getByRole("link", { name: "Edit Feed 31" }).click();
  const name = page.locator(".feed").getByLabel("Name", { exact: true });
  await name.fill("Not saved yet");
  await database.worker.query(
    "update feeds set last_fetched_at = now(), last_fetch_status = 'temporary_error', last_fetch_error = 'It broke' where url like 'https://never.example/%'",
  );
  await page.getByText("It broke").first().waitFor();
  assert.equal(await name.inputValue(), "Not saved yet");
  await page.getByRole("button", { name: "Delete Feed 30" }).click();
  await page.getByText("21–21 of 21").waitFor();
  await page.reload();
  await page.getByText("21–21 of 21").waitFor();
  await isWell("feeds-changing", [{ width: 1280, colorScheme: "dark" }]);
  await close();
});

test(
  "feeds are selected, removed and brought back at once, and the browser has nothing to object to",
  { skip },
  async () => {
    const reader = await person();
    const wanted = ["One", "Two", "Three"].map((name) => ({
      name,
      feed: { url: `https://bulk.example/${name}`, isOwn: false, headers: null },
      dueAt: new Date(Date.now() + 3_600_000),
    }));
    await asPerson(database.web, reader.id, (tx) => subscribe(tx, wanted, { lanes: 4, now: new Date() }));
    const { page, isWell, close } = await enter(reader);
    const bar = page.getByText("Selected feeds");
    await page.getByLabel("Select One").waitFor();
    assert.equal(await bar.isVisible(), false);
    for (const name of ["One", "Two"]) await page.getByLabel(`Select ${name}`).check();
    await bar.waitFor();
    await page.locator("#bulk").getByRole("button", { name: "Remove" }).click();
    await page.getByRole("button", { name: "Undo all" }).click();
    await page.getByLabel("Select One").waitFor();
    await isWell("feeds-undo-all");

    await page.setViewportSize({ width: 390, height: 844 });
    const sizeOf = async (selector: string) => {
      const box = await page.locator(selector).first().boundingBox();
      return Math.min(box?.width ?? 0, box?.height ?? 0);
    };
    assert.ok((await sizeOf(".pick input")) >= 24);
    assert.ok((await sizeOf(".pick")) >= 44);
    await page.goto(`${url}/feeds?add`);
    await focusOn(page, "document.activeElement.id", "address");
    await close();
  },
);

async function enter(session: SignedIn) {
  assert.ok(browser !== null);
  return visit(browser, `${url}/feeds`, { session });
}

async function add(page: Page, name: string, address: string): Promise<void> {
  const form = page.locator("#feed-add-form");
  // It closes when the feed before was taken; opening it then would only close it once more.
  await form.waitFor({ state: "hidden" });
  await page.getByText("Add by hand").click();
  await fillIn(page, name, address);
}

async function fillIn(page: Page, name: string, address: string): Promise<void> {
  const form = page.locator("#feed-add-form");
  await form.getByLabel("Name", { exact: true }).fill(name);
  await form.getByLabel("Address").fill(address);
  await form.getByRole("button", { name: "Add feed" }).click();
}
