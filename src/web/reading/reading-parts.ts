import type { Context } from "hono";
import type pg from "pg";
import type { AccountParts } from "../../accounts/auth-provider.ts";
import type { OpenedArticle } from "../../analysis/article/open-article.ts";
import type { Preferences } from "../../accounts/preferences.ts";
import { findTranslations, type Translation } from "../../analysis/translation/translation-store.ts";
import { asPerson, type Queryable } from "../../database/transaction.ts";
import { findFeedNumbers } from "../../items/subscribed-feed-store.ts";
import type { Frame } from "../kit/frame.ts";
import type { MediaParts } from "../media-routes.ts";
import { type LookOf, tileColour } from "../kit/outlet.ts";
import { type Refuse, sessionOf } from "../require-person.ts";
import type { WebEnv } from "../web-env.ts";

/** What the reading pages share. */
export type ReadingParts = {
  accounts: AccountParts;
  frame: (c: Context<WebEnv>) => Frame;
  refuse: Refuse;
  publicOrigin: string;
  media: Pick<MediaParts, "addresses" | "icons">;
  openArticle: OpenArticle;
};
/** The text of an article with its loaded words marked, for the person of the transaction; null if there is none for them. */
export type OpenArticle = (asPerson: Queryable, itemId: string, now: Date) => Promise<OpenedArticle | null>;

/** Queries the database as the person who sent the request. */
export function asReader<Result>(
  { accounts }: Pick<ReadingParts, "accounts">,
  c: Context<WebEnv>,
  read: (tx: pg.PoolClient, now: Date) => Promise<Result>,
): Promise<Result> {
  return asPerson(accounts.db, sessionOf(c).person.id, (tx) => read(tx, accounts.now()));
}

/** How these feeds look: with their icon, or with a tile that has their letter. */
export async function findLooks(
  { media }: Pick<ReadingParts, "media">,
  tx: pg.PoolClient,
  feedIds: readonly string[],
): Promise<LookOf> {
  const wanted = [...new Set(feedIds)];
  const addresses = await media.icons.addressesOf(tx, wanted);
  const bare = wanted.filter((feedId) => !addresses.has(feedId));
  const numbers = bare.length === 0 ? new Map<string, number>() : await findFeedNumbers(tx, bare);
  return (feedId) => ({ iconUrl: addresses.get(feedId) ?? null, colour: tileColour(numbers.get(feedId) ?? 0) });
}

/** By item; none for a person who did not choose it. */
export type Translations = ReadonlyMap<string, Translation>;

export async function translationsFor(
  { translateInto }: Pick<Preferences, "translateInto">,
  tx: Queryable,
  itemIds: readonly string[],
): Promise<Translations> {
  return translateInto === null ? new Map() : findTranslations(tx, itemIds, translateInto);
}
