import type { Context } from "hono";
import type pg from "pg";
import type { AppAccess } from "../../accounts/app-password-store.ts";
import type { AccountParts } from "../../accounts/auth-provider.ts";
import { asPerson } from "../../database/transaction.ts";
import type { AddressOf } from "../client-address.ts";
import type { FeedParts } from "../feeds/feed-parts.ts";
import type { MediaParts } from "../media-routes.ts";
import type { RequestLog } from "../observe-requests.ts";
import { catalogues } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import type { AppStyle } from "./present-app-item.ts";
import type { Parameters } from "./read-parameters.ts";

export type AppParts = {
  accounts: AccountParts;
  addressOf: AddressOf;
  publicOrigin: string;
  feeds: FeedParts;
  media: Pick<MediaParts, "icons">;
  log: RequestLog;
};

/** One request of an app that has logged in. */
export type Call = {
  parts: AppParts;
  c: Context<WebEnv>;
  access: AppAccess;
  parameters: Parameters;
  now: Date;
};

/** Queries the database as the owner of the app password. */
export function asOwner<Result>(
  { parts, access }: Pick<Call, "parts" | "access">,
  work: (tx: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  return asPerson(parts.accounts.db, access.personId, work);
}

export function styleOf({ parts, access }: Pick<Call, "parts" | "access">): AppStyle {
  return { plainTitles: access.plainTitles, texts: catalogues[access.language], origin: parts.publicOrigin };
}

export function addressFrom({ addressOf }: Pick<AppParts, "addressOf">, c: Context<WebEnv>): string | null {
  return addressOf(c.env.incoming.socket.remoteAddress, c.req.header("X-Forwarded-For"));
}
