import type { Context } from "hono";
import type { AccountParts } from "../../accounts/auth-provider.ts";
import { asPerson } from "../../database/transaction.ts";
import { findListed, type ListedSubscription } from "../../feeds/lists/subscription-list-store.ts";
import type { MailPlace } from "../../feeds/newsletter.ts";
import type { FetchOptions } from "../../feeds/request-fetch-store.ts";
import type { FindResult } from "../../fetching/find-feeds.ts";
import type { FetchRequest } from "../../schedule/request-store.ts";
import { isUuid } from "../../ids.ts";
import type { Frame } from "../kit/frame.ts";
import type { RequestLog } from "../observe-requests.ts";
import type { ReadingParts } from "../reading/reading-parts.ts";
import { type Refuse, sessionOf } from "../require-person.ts";
import type { WebEnv } from "../web-env.ts";
import type { LiveFeeds } from "./live-feeds.ts";

/** What the pages of a person's feeds share. */
export type FeedRouteParts = {
  accounts: AccountParts;
  frame: (c: Context<WebEnv>) => Frame;
  refuse: Refuse;
  publicOrigin: string;
  log: RequestLog;
  isDatabaseUnavailable: (error: unknown) => boolean;
  feeds: FeedParts;
  media: ReadingParts["media"];
};

export type FeedParts = {
  live: LiveFeeds;
  /** FETCHER_DOMAIN_LANES. */
  lanes: number;
  /** Imported feeds are first fetched within this time, one after another. */
  importSpreadMs: number;
  /** Looks an address up, within a bounded time. */
  findFeeds: (written: string) => Promise<FindResult>;
  /** Whether a feed's address is in a private network, as far as its text shows: it will not be fetched. */
  isPrivate: (url: string) => Promise<boolean>;
  /** FETCHER_MIN_INTERVAL_MINUTES. */
  intervalMinutesMin: number;
  /** After a reader set another interval: the next fetch is planned by it. */
  replanFeed: (feedId: string, now: Date) => Promise<void>;
  /** Where mails for newsletters go; null: this server takes none. */
  mailPlace: MailPlace | null;
  requestFetch: (feedId: string, now: Date, options?: FetchOptions) => Promise<FetchRequest>;
};

/** A subscription of the person who asks. Null for another person's. */
export async function findSubscription(
  { accounts }: FeedRouteParts,
  c: Context<WebEnv>,
  id: string,
): Promise<ListedSubscription | null> {
  if (!isUuid(id)) return null;
  return asPerson(accounts.db, sessionOf(c).person.id, (tx) => findListed(tx, id));
}
