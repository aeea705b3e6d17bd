import type { Context } from "hono";
import type pg from "pg";
import type { AccountParts } from "../../accounts/auth-provider.ts";
import type { OpenedArticle } from "../../analysis/article/open-article.ts";
import { asPerson, type Queryable } from "../../database/transaction.ts";
import { scoreText } from "../kit/dates.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import type { MediaParts } from "../media-routes.ts";
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

/** The icons of these feeds, by id; null for one that has none, which then gets a tile with its letter. */
export async function findIcons(
  { media }: Pick<ReadingParts, "media">,
  tx: pg.PoolClient,
  feedIds: readonly string[],
): Promise<(feedId: string) => string | null> {
  const addresses = await media.icons.addressesOf(tx, [...new Set(feedIds)]);
  return (feedId) => addresses.get(feedId) ?? null;
}

const steps = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

/** The scores on offer. One that came in the address stays on the list. */
export function scoreOptions(frame: Frame, chosen: number | null, any: string): Html[] {
  const offered = chosen === null ? steps : [...new Set([...steps, chosen])].toSorted((a, b) => a - b);
  return [
    html`<option value="" selected="${chosen === null}">${any}</option>`,
    ...offered.map((score) => {
      const shown = scoreText(frame, score);
      return html`<option value="${score.toFixed(2)}" selected="${score === chosen}">${shown}</option>`;
    }),
  ];
}
