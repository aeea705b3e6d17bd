import type { App, AppsWorld } from "./apps-world.ts";

/** Two feeds, one in the folder World, with four items; the number in a title is its place in time. */
export async function addNews(world: AppsWorld, app: Pick<App, "reader">) {
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
  for (const [feed, seenAt] of [
    [alpha, "2026-11-01T10:00:00Z"],
    [beta, "2026-11-02T10:00:00Z"],
    [alpha, "2026-11-03T10:00:00Z"],
    [beta, "2026-11-04T10:00:00Z"],
  ] as const) {
    const item = { title: `Item of day ${ids.length + 1}`, seenAt: new Date(seenAt), pubDate: new Date(seenAt) };
    ids.push(await world.addItem(feed.feedId, { ...item, text: "<p>The council met on Monday.</p>" }));
  }
  await world.settle();
  const numbers: string[] = [];
  for (const id of ids) numbers.push(await world.numberOf(id));
  const [one = "", two = "", three = "", four = ""] = numbers;
  return { alpha, beta, ids, one, two, three, four };
}
