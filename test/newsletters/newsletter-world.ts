import assert from "node:assert/strict";
import { mailReadingOf } from "../../src/assemble-newsletters.ts";
import { addNewsletter, findNewsletterToken } from "../../src/feeds/newsletter-store.ts";
import { newsletterAddress } from "../../src/feeds/newsletter.ts";
import { findListed } from "../../src/feeds/lists/subscription-list-store.ts";
import { testParts } from "../ground/test-parts.ts";
import { type Reader, readingWorld } from "../reading/reading-world.ts";

export const place = { domain: "news.example.org", prefix: "" };

/** Readers with newsletters, and the stage that makes items of their mails. */
export async function newsletterWorld() {
  const world = await readingWorld();
  const { worker } = world.database;
  const parts = testParts(world.database, { MAIL_DOMAIN: place.domain });
  const readMails = mailReadingOf(parts);

  const addLetter = async (reader: Reader, name = "The Daily") => {
    const added = await reader.as((tx) => addNewsletter(tx, name, new Date()));
    assert.ok(added.kind === "added");
    const listed = await reader.as((tx) => findListed(tx, added.id));
    assert.ok(listed !== null);
    const token = await reader.as((tx) => findNewsletterToken(tx, listed.feedId));
    assert.ok(token !== null);
    return { id: added.id, feedId: listed.feedId, token, address: newsletterAddress(place, token) };
  };
  const itemsOf = async (feedId: string) => {
    const { rows } = await worker.query<SavedItem>(
      `select i.id, i.title, i.author, i.guid, i.url, i.content, i.pub_date as "pubDate",
         i.analysis_status as status, m.unsubscribe
       from items i left join item_mails m on m.item_id = i.id where i.feed_id = $1 order by i.id`,
      [feedId],
    );
    return rows;
  };
  const waiting = async () => {
    const { rows } = await worker.query<{ n: number }>("select count(*)::int as n from incoming_mails");
    return rows[0]?.n ?? 0;
  };
  return {
    ...world,
    workerParts: parts,
    addLetter,
    itemsOf,
    waiting,
    /** Everything that came becomes items, in search and in stories too. */
    readAll: async () => {
      while ((await readMails()) > 0);
      await world.settle();
    },
  };
}

export type SavedItem = {
  id: string;
  title: string;
  author: string | null;
  guid: string;
  url: string | null;
  content: string;
  pubDate: Date;
  status: string;
  unsubscribe: string | null;
};

/** A mail as it goes over the wire. */
export function mail(headers: Record<string, string>, body: string): Buffer {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n${body}`, "utf8");
}
