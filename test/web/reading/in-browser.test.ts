import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startWebServer, type WebServer } from "../../../src/web/serve.ts";
import { openBrowser, visit } from "../../ground/open-browser.ts";
import { type Reader, readingWorld } from "../../reading/reading-world.ts";

const browser = await openBrowser();
const skip = browser === null && "no browser";
const world = await readingWorld();
let server: WebServer;
let reader: Reader;
let items: { loaded: string; hebrew: string; story: string; edited: string };
let feed: string;

before(async () => {
  server = await startWebServer({ app: world.app, host: "127.0.0.1", port: 0, log: world.parts.log });
  reader = await world.addReader();
  feed = await world.addFeed([reader], "Harbour Gazette");
  const post = await world.addFeed([reader], "Evening Post");
  const dock =
    "<p>The port of Hull opened its northern dock on Sunday. The dock took 17 months to build. Mayor Anna Lind called it a start.</p>";
  items = {
    loaded: await world.addItem(feed, {
      title: "BREAKING: Mayor slams shocking bridge plan as horrifying disgrace!",
      text: "<p>The council of Leeds met on Monday. It will pay 40 million pounds for the bridge over the Aire.</p><p>You must act now.</p>",
      author: "Ada Writer",
    }),
    hebrew: await world.addItem(feed, {
      title: "ראש העיר פתח את הגשר החדש בחיפה",
      text: "<p dir=rtl>הגשר נפתח ביום שני.</p>",
    }),
    story: await world.addItem(feed, {
      url: "https://news.example/dock",
      title: "Fury as Hull opens northern dock",
      text: dock,
    }),
    edited: await world.addItem(feed, {
      title: "Minister reportedly slams the budget",
      text: "<p>The vote is on Monday, 3 March.</p>",
    }),
  };
  await world.addItem(post, {
    url: "https://news.example/dock?utm_source=rss",
    title: "Hull opens northern dock",
    text: `${dock}<p>Police counted 3,000 people in Holbeck on Tuesday.</p>`,
  });
  await world.addItem(post, { title: `${"Averyveryverylongword".repeat(20)} in a title`, text: "" });
  for (let n = 0; n < 50; n += 1)
    await world.addItem(post, { title: `Council meets for the ${n}th time`, text: "<p>It met.</p>" });
  await world.settle();
  await world.editItem(items.edited, {
    title: "Minister rejects the budget",
    text: "<p>The vote is on Friday, 7 March.</p>",
  });
  await world.settle();
});
after(async () => {
  await browser?.close();
  await server.stop(1_000);
});

async function open(path: string, width = 1280) {
  assert.ok(browser !== null);
  const visited = await visit(browser, server.url + path, { session: reader });
  await visited.page.setViewportSize({ width, height: 900 });
  return visited;
}

const pages: [name: string, path: () => string, heading: RegExp][] = [
  ["item-rtl", () => `/items/${items.hebrew}`, /הגשר/],
  ["item-edited", () => `/items/${items.edited}`, /Minister/],
];
for (const [name, path, heading] of pages) {
  test(
    `the page ${name} is accessible, without console errors and never too wide, on desktop and phone, in light and dark`,
    { skip },
    async () => {
      const opened = await open(path());
      assert.match((await opened.page.getByRole("heading", { level: 1 }).textContent()) ?? "", heading);
      await opened.isWell(name);
      await opened.close();
    },
  );
}

test("a filter is tried before it is saved, and deleted again", { skip }, async () => {
  const opened = await open("/filters");
  const { page } = opened;
  await page.getByLabel("Title contains").fill("council");
  await page.getByLabel("Then").selectOption("star");
  await page.getByRole("button", { name: "Try it on the last week" }).click();
  await page.getByText("Would star 50 of 56 items of the last week.").waitFor();
  await opened.isWell("filters-tried");
  await page.getByRole("button", { name: "Save this filter" }).click();
  await page.getByText("The filter has been saved").waitFor();
  await page.getByRole("button", { name: /Delete the filter/ }).click();
  await page.getByText("The filter has been deleted.").waitFor();
  await opened.close();
});

test("a personal address is created, shown once and revoked", { skip }, async () => {
  const opened = await open("/personal-feeds");
  const { page } = opened;
  await page.getByLabel("Only unread items").check();
  await page.getByRole("button", { name: "Create address" }).click();
  await page.getByText("they are not shown again").waitFor();
  assert.equal(await page.locator(".made code").count(), 4);
  await opened.isWell("personal-made");
  await page.getByRole("button", { name: /Revoke/ }).click();
  await page.getByText("The address has been revoked.").waitFor();
  await opened.close();
});
