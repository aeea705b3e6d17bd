import { randomUUID } from "node:crypto";
import { addAppPassword } from "../src/accounts/app-password-store.ts";
import { createAppToken } from "../src/accounts/open-app-access.ts";
import { asPerson } from "../src/database/transaction.ts";
import { type AccountWorld, accountWorld } from "./account-world.ts";
import type { Benchmark, Size } from "./benchmark.ts";
import type { Figure } from "./figure.ts";
import { measurePages, type Page } from "./pages.ts";

const requests = { full: 30, quick: 5 };

export const apps: Benchmark = {
  name: "apps",
  setting:
    "The Google Reader API for an account with 2,000 feeds and 100,000 items that came in seven weeks, a third of them read.",
  run,
};

async function run(size: Size): Promise<Figure[]> {
  const world = await accountWorld(size, { isIndexed: false });
  try {
    return await measurePages(world.database, world.parts, await callsOf(world), requests[size]);
  } finally {
    await world.close();
  }
}

async function callsOf({ parts, person, owner }: AccountWorld): Promise<Page[]> {
  // As on a server that has run for so long: what came first was published first.
  await owner.query("update items set first_seen_at = pub_date");
  await owner.query("update subscriptions set created_at = now() - interval '1 year'");
  await owner.query("vacuum (full, analyze) items");
  await owner.query("vacuum analyze");
  const { db } = parts.accounts;
  const id = randomUUID();
  const wanted = { id, name: "Phone", protocol: "greader", readOnly: false, plainTitles: true } as const;
  await asPerson(db, person.id, (tx) => addAppPassword(tx, wanted, { email: person.email, now: new Date() }));
  const headers = { Authorization: `GoogleLogin auth=${createAppToken(parts.accounts, id)}` };
  const call = (name: string, path: string, atMostMs = 20): Page => ({
    name,
    // Not the same question again and again: an app that asks so is told to wait.
    path: (n) => `/reader/api/0/${path}${path.includes("?") ? "&" : "?"}ck=${n}`,
    headers,
    atMostMs,
  });
  const unread = "xt=user/-/state/com.google/read";
  return [
    call("stream/items/ids, 10,000 unread", `stream/items/ids?n=10000&${unread}`),
    call("stream/contents, 100 unread", `stream/contents?n=100&${unread}`),
    call("stream/contents of one feed", "stream/contents/feed/7?n=50"),
    call("unread-count", "unread-count"),
    call("subscription/list", "subscription/list", 30),
  ];
}
