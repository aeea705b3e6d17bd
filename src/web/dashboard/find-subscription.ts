import type { Context } from "hono";
import { asPerson } from "../as-person.ts";
import { sessionOf } from "../require-person.ts";
import type { WebEnv } from "../web-env.ts";
import type { DashboardParts } from "./dashboard-parts.ts";
import { findListed, type ListedSubscription } from "./feed-list-store.ts";

const uuidForm = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Whether it could be an id at all; anything else is not worth a query. */
export function isId(text: string): boolean {
  return uuidForm.test(text);
}

/** The subscription of whoever asks; another person's is none (FEED-34). */
export async function findSubscription(
  { accounts }: DashboardParts,
  c: Context<WebEnv>,
  id: string,
): Promise<ListedSubscription | null> {
  if (!isId(id)) return null;
  return asPerson(accounts.db, sessionOf(c).person.id, (tx) => findListed(tx, id));
}
