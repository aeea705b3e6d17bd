import type { Context } from "hono";
import type { AccountParts } from "../../accounts/account-parts.ts";
import type { FetchRequest, FetchWish } from "../../feeds/request-fetch-store.ts";
import type { Frame } from "../layout.ts";
import type { RequestLog } from "../observe-requests.ts";
import type { Refuse } from "../require-person.ts";
import type { WebEnv } from "../web-env.ts";
import type { LiveFeeds } from "./live-feeds.ts";

/** What the pages of a person's feeds share. */
export type DashboardParts = {
  accounts: AccountParts;
  frame: (c: Context<WebEnv>) => Frame;
  refuse: Refuse;
  log: RequestLog;
  isDatabaseUnavailable: (error: unknown) => boolean;
  feeds: FeedParts;
};

export type FeedParts = {
  live: LiveFeeds;
  /** FETCHER_DOMAIN_LANES. */
  lanes: number;
  /** Imported feeds are first fetched within this time, one after another (L7). */
  importSpreadMs: number;
  requestFetch: (feedId: string, now: Date, wish?: FetchWish) => Promise<FetchRequest>;
};
