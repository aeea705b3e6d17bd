import { createHash, randomUUID } from "node:crypto";
import { addAppPassword, type AppProtocol } from "../src/accounts/app-password-store.ts";
import { createAppToken } from "../src/accounts/open-app-access.ts";
import { asPerson } from "../src/database/transaction.ts";
import { type AccountWorld, accountWorld } from "./account-world.ts";
import type { Benchmark, Size } from "./benchmark.ts";
import type { Figure } from "./figure.ts";
import { measurePages, type Page } from "./pages.ts";

const requests = { full: 30, quick: 5 };
/** The smaller world has as many. */
const itemsMin = 4_000;

export const apps: Benchmark = {
  name: "apps",
  setting:
    "The protocols of apps for an account with 2,000 feeds and 100,000 items that came in seven weeks, a third of them read.",
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
  // As on a server that has run for so long: what came first was published first, and has a lower number.
  await owner.query("update items set first_seen_at = pub_date, number = -number");
  await owner.query(
    `update items i set number = n.number
     from (select id, row_number() over (order by first_seen_at, id) as number from items) n where n.id = i.id`,
  );
  await owner.query("update subscriptions set created_at = now() - interval '1 year'");
  await owner.query("vacuum (full, analyze) items");
  await owner.query("vacuum analyze");
  const { db } = parts.accounts;
  const addPassword = async (protocol: AppProtocol) => {
    const id = randomUUID();
    const wanted = { id, name: "Phone", protocol, readOnly: false, plainTitles: true };
    const access = { email: person.email, now: new Date() };
    return { id, password: (await asPerson(db, person.id, (tx) => addAppPassword(tx, wanted, access))) ?? "" };
  };
  const greader = {
    Authorization: `GoogleLogin auth=${createAppToken(parts.accounts, (await addPassword("greader")).id)}`,
  };
  const { password: feverPassword } = await addPassword("fever");
  const feverKey = createHash("md5").update(`${person.email.toLowerCase()}:${feverPassword}`).digest("hex");
  const miniflux = { "X-Auth-Token": (await addPassword("miniflux")).password };
  const numbers = (n: number) => Array.from({ length: 100 }, (_, k) => 1 + ((n * 100 + k * 37) % itemsMin));
  const call = (name: string, path: (n: number) => string, headers = {}, atMostMs = 20): Page => ({
    name,
    // Not the same question again and again: an app that asks so is told to wait.
    path: (n) => `${path(n)}${path(n).includes("?") ? "&" : "?"}round=${n}`,
    headers,
    atMostMs,
  });
  const reader = (name: string, path: string) => call(name, () => `/reader/api/0/${path}`, greader);
  const fever = (name: string, query: (n: number) => string) =>
    call(`Fever: ${name}`, (n) => `/fever/?api&api_key=${feverKey}&${query(n)}`);
  const unread = "xt=user/-/state/com.google/read";
  return [
    reader("stream/items/ids, 10,000 unread", `stream/items/ids?n=10000&${unread}`),
    reader("stream/contents, 100 unread", `stream/contents?n=100&${unread}`),
    call(
      "stream/items/contents of 100 ids",
      (n) =>
        `/reader/api/0/stream/items/contents?${numbers(n)
          .map((number) => `i=${number}`)
          .join("&")}`,
      greader,
    ),
    reader("stream/contents of one feed", "stream/contents/feed/7?n=50"),
    reader("unread-count", "unread-count"),
    reader("subscription/list", "subscription/list"),
    fever("50 items", (n) => `items&since_id=${n * 50}`),
    fever("the newest 50 items", (n) => `items&max_id=${9_000_000 + n}`),
    call("Miniflux: 100 unread with total", () => "/v1/entries?status=unread&direction=desc&limit=100", miniflux),
    call("Miniflux: 100 of one feed", () => "/v1/feeds/7/entries?order=published_at&direction=desc", miniflux),
  ];
}
