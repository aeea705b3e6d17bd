import type { App, AppsWorld } from "./apps-world.ts";

const dayMs = 86_400_000;

/**
 * Two feeds, one in the folder World, with four items, one a day; the number in a title is its place in time. Lists of stories show
 * the last days only, so a test that asks for those says when the first day was.
 */
export async function addNews(world: AppsWorld, app: Pick<App, "reader">, firstDay = new Date("2026-11-01T10:00:00Z")) {
  const { worker } = world.database;
  const alpha = await world.addNumberedFeed(app.reader, "Alpha <Wire>");
  const beta = await world.addNumberedFeed(app.reader, "Beta");
  await worker.query(
    `with f as (insert into folders (id, user_id, name, created_at, updated_at)
       values (gen_random_uuid(), $1, 'World & more', now(), now()) returning id)
     update subscriptions s set folder_id = f.id from f where s.user_id = $1 and s.feed_id = $2`,
    [app.reader.id, alpha.feedId],
  );
  const ids: string[] = [];
  for (const [day, feed] of [alpha, beta, alpha, beta].entries()) {
    const seenAt = new Date(firstDay.getTime() + day * dayMs);
    const item = { title: `Item of day ${day + 1}`, seenAt, pubDate: seenAt };
    ids.push(await world.addItem(feed.feedId, { ...item, text: "<p>The council met on Monday.</p>" }));
  }
  await world.settle();
  const numbers: string[] = [];
  for (const id of ids) numbers.push(await world.numberOf(id));
  const [one = "", two = "", three = "", four = ""] = numbers;
  return { alpha, beta, ids, one, two, three, four };
}
