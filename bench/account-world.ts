import type pg from "pg";
import { connectAs } from "../src/database/connection.ts";
import { uuidV7 } from "../src/ids.ts";
import type { WebParts } from "../src/web/app.ts";
import { createPublicApi } from "../src/web/public/public-api.ts";
import { type SignedIn, signedIn } from "../test/ground/signed-in.ts";
import { accountParts, webParts } from "../test/web/web-parts.ts";
import { type BenchDatabase, benchDatabase } from "./bench-database.ts";
import type { Size } from "./benchmark.ts";
import { insertIndex, insertItems, makeItem } from "./world-items.ts";

export type AccountWorld = {
  database: BenchDatabase;
  parts: WebParts;
  person: SignedIn;
  feedIds: string[];
  /** Can drop and create indexes, and vacuum. */
  owner: pg.Client;
  now: Date;
  close: () => Promise<void>;
};

const sizes = { full: { feeds: 2_000, items: 100_000 }, quick: { feeds: 200, items: 4_000 } };
const rowsAtOnce = 2_000;

/**
 * One person's 2,000 feeds with 50 items each from the last seven weeks, analysed, a third of them read. The search index
 * is built only on request, because it takes twice as long as everything else.
 */
export async function accountWorld(size: Size, { isIndexed }: { isIndexed: boolean }): Promise<AccountWorld> {
  const { feeds, items } = sizes[size];
  const database = await benchDatabase();
  const { web, connection } = database.parts.db;
  const { parts } = webParts({
    accounts: accountParts(web),
    publicApi: createPublicApi(web, "http://127.0.0.1:8080", {
      noteAsked: () => undefined,
      publish: async () => null,
    }),
  });
  const person = await signedIn(parts);
  const owner = await connectAs(connection, "app_owner");
  const now = new Date();
  const feedIds = Array.from({ length: feeds }, () => uuidV7(now));
  await insertFeeds(database.pool, feedIds, person.id);
  // Building the indexes in one go afterwards takes a fifth of the time.
  await owner.query("drop index item_index_words");
  for (let at = 0; at < items; at += rowsAtOnce) {
    const some = Array.from({ length: rowsAtOnce }, (_, n) => {
      const item = makeItem(at + n, feedIds, now);
      // Ids are made of the time, as those of items that came in over weeks.
      return { ...item, id: uuidV7(item.pubDate) };
    });
    await insertItems(database.pool, some);
    if (isIndexed) await insertIndex(database.pool, some);
  }
  await owner.query("create index item_index_words on item_index using gin (words)");
  await database.pool.query(
    "insert into item_states (user_id, item_id, read_at) select $1, id, $2 from items where hash < '5'",
    [person.id, now],
  );
  await owner.query("vacuum analyze");
  const close = async () => {
    await owner.end();
    await database.close();
  };
  return { database, parts, person, feedIds, owner, now, close };
}

async function insertFeeds(pool: pg.Pool, feedIds: string[], personId: string): Promise<void> {
  await pool.query("insert into feeds (id, url) select id, 'https://bench.example/' || id from unnest($1::uuid[]) id", [
    feedIds,
  ]);
  await pool.query(
    `insert into subscriptions (id, user_id, feed_id, name)
     select gen_random_uuid(), $1, id, 'Feed ' || n from unnest($2::uuid[]) with ordinality f(id, n)`,
    [personId, feedIds],
  );
}
