import { hash, randomUUID } from "node:crypto";
import { analyseItems } from "../../src/analysis/analyse-items.ts";
import { openArticle } from "../../src/analysis/article/open-article.ts";
import { indexItems } from "../../src/analysis/stories/index-items.ts";
import { asPerson } from "../../src/database/transaction.ts";
import { normaliseItemUrl } from "../../src/text/normalise-item-url.ts";
import { createWebApp } from "../../src/web/app.ts";
import { connectionFrom, signedIn } from "../ground/signed-in.ts";
import { testDatabase } from "../ground/test-database.ts";
import { accountParts, webParts } from "../web/web-parts.ts";

export type ItemText = {
  title: string;
  text: string;
  url: string | null;
  author: string | null;
  pubDate: Date;
  seenAt: Date;
};
export type ReadingWorld = Awaited<ReturnType<typeof readingWorld>>;
export type Reader = Awaited<ReturnType<ReadingWorld["addReader"]>>;

const minuteMs = 60_000;

/** A database with readers, their feeds and items that went through the real stages, and the web app on it. */
export async function readingWorld() {
  const database = await testDatabase();
  const { worker, web } = database;
  const { parts, lines } = webParts({
    accounts: accountParts(web),
    cookieSecure: false,
    openArticle: (tx, itemId, now) => openArticle({ asPerson: tx, worker }, itemId, now),
  });
  const app = createWebApp(parts);
  const now = () => new Date();
  let items = 0;

  const settle = async () => {
    while ((await analyseItems({ pool: worker, now, limits: { hasModel: false, ageDaysMax: 14 } })) > 0);
    while ((await indexItems({ pool: worker, now })) > 0);
  };

  return {
    database,
    app,
    parts,
    lines,
    settle,
    addReader: async () => {
      const person = await signedIn(parts);
      const ask = (path: string, init: RequestInit = {}) =>
        app.request(path, { ...init, headers: { ...person.headers, ...init.headers } }, connectionFrom("127.0.0.1"));
      const post = (path: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
        ask(path, { method: "POST", headers, body: new URLSearchParams(fields) });
      const as = <Result>(work: Parameters<typeof asPerson<Result>>[2]) => asPerson(web, person.id, work);
      return { ...person, ask, post, as };
    },
    addFeed: async (readers: { id: string }[], name: string) => {
      const id = randomUUID();
      await worker.query("insert into feeds (id, url, title) values ($1, $2, $3)", [
        id,
        `https://${id}.example/feed`,
        name,
      ]);
      for (const reader of readers) await subscribe(reader.id, id, name);
      return id;
    },
    subscribe,
    /** Waits for its analysis, as an item that was just fetched; `settle` does the rest. */
    addItem: async (feedId: string, changes: Partial<ItemText> = {}) => {
      const id = randomUUID();
      items += 1;
      const { title = `Item ${items}`, text = "", url = `https://news.example/${id}`, author = null } = changes;
      const pubDate = changes.pubDate ?? new Date(Date.now() - items * minuteMs);
      await worker.query(
        `insert into items (id, feed_id, hash, url, title, author, content, pub_date, first_seen_at, fingerprint)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
        [
          id,
          feedId,
          hash("sha256", url === null ? id : normaliseItemUrl(url)),
          url,
          title,
          author,
          text,
          pubDate,
          changes.seenAt ?? new Date(),
          Buffer.from(id),
        ],
      );
      return id;
    },
    /** As the fetch that finds another text saves it (src/fetching/completion-store.ts). */
    editItem: async (id: string, { title, text }: Pick<ItemText, "title" | "text">) => {
      await worker.query(
        `insert into item_versions (item_id, version, title, content, analyzer_result, rating, seen_until)
         select id, coalesce((select max(version) from item_versions v where v.item_id = i.id), 0) + 1, title, content, analyzer_result, rating, now()
         from items i where id = $1`,
        [id],
      );
      await worker.query("update items set title = $2, content = $3, analysis_status = 'pending' where id = $1", [
        id,
        title,
        text,
      ]);
    },
  };

  async function subscribe(personId: string, feedId: string, name: string): Promise<void> {
    await worker.query("insert into subscriptions (id, user_id, feed_id, name) values ($1, $2, $3, $4)", [
      randomUUID(),
      personId,
      feedId,
      name,
    ]);
  }
}
