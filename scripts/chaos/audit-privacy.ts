import { randomUUID } from "node:crypto";
import type pg from "pg";
import { asPerson } from "../../src/database/transaction.ts";
import type { Finding } from "./audit-log.ts";

/**
 * Two people get a private feed each, taken from the feeds fetched in the storm. Queries without a WHERE must show each of
 * them nothing of the other's.
 */
export async function auditPrivacy(worker: pg.Pool, web: pg.Pool): Promise<Finding> {
  const { rows } = await worker.query<{ id: string }>(
    "select f.id from feeds f where exists (select from items i where i.feed_id = f.id) order by f.id limit 2",
  );
  const people = rows.map(({ id }) => ({ person: randomUUID(), feedId: id }));
  for (const { person, feedId } of people) {
    await worker.query("update feeds set published = false where id = $1", [feedId]);
    await worker.query("insert into accounts.users (id, email) values ($1, $2)", [person, `${person}@example.org`]);
    await worker.query(
      "insert into subscriptions (id, user_id, feed_id, name) values (gen_random_uuid(), $1, $2, 'private')",
      [person, feedId],
    );
  }
  const views = await Promise.all(
    people.map(({ person }) =>
      asPerson(web, person, async (tx) => {
        const { rows: seen } = await tx.query<{ feed_id: string }>("select distinct feed_id from items");
        return seen.map((row) => row.feed_id);
      }),
    ),
  );
  const broken = people.flatMap(({ person, feedId }, index) => {
    const isOwn = views[index]?.includes(feedId) ?? false;
    const foreign = people.some((other) => other.person !== person && views[index]?.includes(other.feedId));
    return isOwn && !foreign ? [] : [`a person saw ${isOwn ? "another's items" : "not even their own items"}`];
  });
  return { promise: "a person never sees another person's rows", checked: people.length, broken };
}
