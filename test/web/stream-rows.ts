import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import type { Reader, ReadingWorld } from "../reading/reading-world.ts";

const rowPattern = /<article\s+class="item (is-\w+)"\s+id="item-([\da-f-]+)"/g;

/** The rows of a stream page: which items, read or new. */
export function rowsOf(text: string): string[] {
  return [...text.matchAll(rowPattern)].map(([, , id = ""]) => id);
}

export function statesOf(text: string): string[] {
  return [...text.matchAll(rowPattern)].map(([, state = ""]) => state);
}

export async function pageOf(reader: Reader, path: string): Promise<string> {
  const answer = await reader.ask(path);
  assert.equal(answer.status, 200, path);
  return answer.text();
}

export async function rowIds(reader: Reader, path: string): Promise<string[]> {
  return rowsOf(await pageOf(reader, path));
}

/** As htmx asks for a part of a page. */
export function partOf(reader: Reader, path: string): Promise<Response> {
  return Promise.resolve(reader.ask(path, { headers: { "HX-Request": "true" } }));
}

export async function addFolder(
  { database: { worker } }: ReadingWorld,
  reader: Reader,
  name: string,
  feedIds: readonly string[],
): Promise<string> {
  const id = randomUUID();
  await worker.query(
    "insert into folders (id, user_id, name, created_at, updated_at) values ($1, $2, $3, now(), now())",
    [id, reader.id, name],
  );
  await worker.query("update subscriptions set folder_id = $1 where user_id = $2 and feed_id = any($3)", [
    id,
    reader.id,
    feedIds,
  ]);
  return id;
}

/** Two feeds, one in a folder, with a story, a loaded title, one from right to left, a very long one, and three pages. */
export async function addStreamNews(world: ReadingWorld, reader: Reader): Promise<{ feed: string; loaded: string }> {
  const feed = await world.addFeed([reader], "Harbour Gazette");
  const post = await world.addFeed([reader], "Evening Post");
  await addFolder(world, reader, "Bay", [post]);
  const dock =
    "<p>The port of Hull opened its northern dock on Sunday. The dock took 17 months to build. Mayor Anna Lind called it a start.</p>";
  const loaded = await world.addItem(feed, {
    title: "BREAKING: Mayor slams shocking bridge plan as horrifying disgrace!",
    text: "<p>The council of Leeds met on Monday. It will pay 40 million pounds for the bridge over the Aire.</p>",
  });
  await world.addItem(feed, { title: "ראש העיר פתח את הגשר החדש בחיפה", text: "<p dir=rtl>הגשר נפתח ביום שני.</p>" });
  const url = `https://news.example/dock-${loaded}`;
  await world.addItem(feed, { url, title: "Fury as Hull opens northern dock", text: dock });
  await world.addItem(post, {
    url: `${url}?utm_source=rss`,
    title: "Hull opens northern dock",
    text: `${dock}<p>Police counted 3,000 people in Holbeck on Tuesday.</p>`,
  });
  await world.addItem(post, { title: `${"Averyveryverylongword".repeat(20)} in a title`, text: "" });
  for (let n = 0; n < 110; n += 1) {
    await world.addItem(post, { title: `Council meets for the ${n}th time`, text: "<p>It met.</p>" });
  }
  await world.settle();
  return { feed, loaded };
}

/** What Tab reaches on a page. */
export function countTabStops(page: Page): Promise<number> {
  return page.evaluate<number>(
    `[...document.querySelectorAll("a[href], button, input, select, summary, [tabindex]")]
       .filter((one) => one.tabIndex >= 0 && one.checkVisibility({ visibilityProperty: true }) && one.type !== "hidden").length`,
  );
}
