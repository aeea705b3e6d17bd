import type pg from "pg";
import { inTransaction, type Queryable } from "../database/transaction.ts";
import { countMail, findNewsletters } from "../feeds/newsletter-store.ts";
import { findNewsletterTokens, type MailPlace } from "../feeds/newsletter.ts";
import { hasRoom, keepMail } from "./incoming-mail-store.ts";
import { parseHeaderBlock, recipientText } from "./parse-header-block.ts";

/** The largest mail that is taken: newsletters have up to 200 kB, and some come with pictures. */
export const mailBytesMax = 10_000_000;
export const recipientsMax = 20;
/** A list that goes mad must not fill the disk. */
const mailsPerDayMax = 200;

export type TakeParts = { pool: pg.Pool; now: () => Date; place: MailPlace };

/** What became of a mail for one of its addresses. `taken`: it is stored. The last two may be tried again later. */
export type Taken = "taken" | "unknown" | "too-many" | "busy";

/** One answer for each token, in their order. */
export async function takeMail({ pool, now }: TakeParts, tokens: readonly string[], raw: Uint8Array): Promise<Taken[]> {
  return inTransaction(pool, (tx) => takeMailIn(tx, tokens, raw, now()));
}

/** The same as part of a transaction. */
export async function takeMailIn(
  tx: Queryable,
  tokens: readonly string[],
  raw: Uint8Array,
  now: Date,
): Promise<Taken[]> {
  const found = new Map((await findNewsletters(tx, tokens)).map(({ token, feedId }) => [token, feedId]));
  if (found.size > 0 && !(await hasRoom(tx))) return tokens.map((token) => (found.has(token) ? "busy" : "unknown"));
  const outcomes: Taken[] = [];
  for (const token of tokens) {
    const feedId = found.get(token);
    outcomes.push(feedId === undefined ? "unknown" : await takeFor(tx, feedId, raw, now));
  }
  return outcomes;
}

async function takeFor(tx: Queryable, feedId: string, raw: Uint8Array, now: Date): Promise<Taken> {
  if (!(await countMail(tx, feedId, mailsPerDayMax, now))) return "too-many";
  await keepMail(tx, { feedId, raw }, now);
  return "taken";
}

/** Which of our addresses a mail is for, by its headers: where no envelope comes with it. */
export function tokensOf(place: MailPlace, raw: Uint8Array): string[] {
  return findNewsletterTokens(place, recipientText(parseHeaderBlock(raw)), recipientsMax);
}
