import type pg from "pg";
import { isDatabaseUnavailable } from "../database/unavailable.ts";
import { readNewsletterSettings } from "../feeds/newsletter-store.ts";
import { uuidV7 } from "../ids.ts";
import { guidKeyOf, identifyItems } from "../items/item-identity.ts";
import type { NewItem } from "../items/save-items-store.ts";
import type { FeedReading } from "../schedule/lease.ts";
import { claimMail, dropMail, isKnown, saveMailItem, type WaitingMail } from "./incoming-mail-store.ts";
import type { ParsedMail } from "./parse-mail.ts";

export type ReadMailParts = {
  pool: pg.Pool;
  now: () => Date;
  /** The first reading of new items, as a fetch does it. */
  readItems: (items: NewItem[], feed: FeedReading & { subscribers: number }) => Promise<NewItem[]>;
  report: (mail: Pick<WaitingMail, "id" | "feedId" | "attempts">, outcome: "saved" | "known" | Error) => void;
};

/** What failed or stopped a worker three times is not parsed again: its headers make an item that says so. */
const attemptsMax = 3;

/** Makes an item of the mail that waits longest. Returns how many it took: one or none. */
export async function readMails(parts: ReadMailParts): Promise<number> {
  const mail = await claimMail(parts.pool, parts.now());
  if (mail === null) return 0;
  try {
    parts.report(mail, (await readMail(parts, mail)) === null ? "known" : "saved");
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    parts.report(mail, error instanceof Error ? error : new Error(String(error)));
  }
  return 1;
}

async function readMail({ pool, now, readItems }: ReadMailParts, mail: WaitingMail): Promise<string | null> {
  const settings = await readNewsletterSettings(pool, mail.feedId);
  // Few servers get mail, and the parser takes 0.6 MB.
  const { parseMail, unreadableMail } = await import("./parse-mail.ts");
  const parsed =
    mail.attempts > attemptsMax
      ? await unreadableMail(mail.raw, mail.receivedAt, "it could not be stored as it is")
      : await parseMail(mail.raw, mail.receivedAt);
  const item = toItem(parsed, mail.receivedAt);
  if (settings === null || (await isKnown(pool, mail.feedId, item))) {
    await dropMail(pool, mail.id);
    return null;
  }

  const [read = item] = await readItems([item], { ...settings, subscribers: 1 });

  return saveMailItem(pool, mail, { item: read, unsubscribe: parsed.unsubscribe }, now());
}

function toItem({ guid, title, author, html, language, sentAt }: ParsedMail, receivedAt: Date): NewItem {
  const identifiable = { guid, url: null, title, content: html, summary: null, publishedAt: sentAt };
  const [identity] = identifyItems([identifiable]);
  if (identity === undefined) throw new Error("an item without an identity");
  return {
    id: uuidV7(receivedAt),
    hash: identity.hash,
    guid,
    guidKey: guidKeyOf(guid),
    isLone: false,
    url: null,
    title,
    author,
    content: html,
    contentBase: null,
    summary: null,
    categories: [],
    enclosures: [],
    language,
    pubDate: sentAt,
    fingerprint: Buffer.from(identity.fingerprint, "hex"),
    reading: null,
  };
}
