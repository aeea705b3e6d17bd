import type { Context } from "hono";
import type pg from "pg";
import type { AccountParts } from "../../accounts/account-parts.ts";
import { asPerson } from "../as-person.ts";
import type { Frame } from "../layout.ts";
import { type Refuse, sessionOf } from "../require-person.ts";
import type { WebEnv } from "../web-env.ts";

/** What the pages where items are read share. */
export type ReadingParts = {
  accounts: AccountParts;
  frame: (c: Context<WebEnv>) => Frame;
  refuse: Refuse;
  publicOrigin: string;
};

/** Asks the database for whoever sent the request. */
export function asReader<Result>(
  { accounts }: Pick<ReadingParts, "accounts">,
  c: Context<WebEnv>,
  read: (tx: pg.PoolClient, now: Date) => Promise<Result>,
): Promise<Result> {
  return asPerson(accounts.db, sessionOf(c).person.id, (tx) => read(tx, accounts.now()));
}
