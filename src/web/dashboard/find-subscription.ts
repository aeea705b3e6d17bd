import type { Context } from "hono";
import { isUuid } from "../../ids.ts";
import { asPerson } from "../as-person.ts";
import { sessionOf } from "../require-person.ts";
import type { WebEnv } from "../web-env.ts";
import type { DashboardParts } from "./dashboard-parts.ts";
import { findListed, type ListedSubscription } from "./feed-list-store.ts";

/** The subscription of whoever asks; another person's is none (FEED-34). */
export async function findSubscription(
  { accounts }: DashboardParts,
  c: Context<WebEnv>,
  id: string,
): Promise<ListedSubscription | null> {
  if (!isUuid(id)) return null;
  return asPerson(accounts.db, sessionOf(c).person.id, (tx) => findListed(tx, id));
}
