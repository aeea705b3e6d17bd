import { asPerson } from "../../../src/database/transaction.ts";
import { requestFetch } from "../../../src/feeds/request-fetch-store.ts";
import { listSubscribedFeeds } from "../../../src/feeds/subscription-store.ts";
import { replanFeed } from "../../../src/schedule/replan-store.ts";
import { createWebApp, type WebParts } from "../../../src/web/app.ts";
import { liveFeeds } from "../../../src/web/feeds/live-feeds.ts";
import { limits } from "../../schedule/fetch-examples.ts";
import { type SignedIn, signedIn } from "../../ground/signed-in.ts";
import { type TestDatabase, testDatabase } from "../../ground/test-database.ts";
import { accountParts, type Line, webParts } from "../web-parts.ts";

type Form = Record<string, string>;

/** An answer as a test judges it: its text without the line breaks that only we see. */
export type Answered = { status: number; headers: Headers; text: string };

export type FeedsWorld = {
  database: TestDatabase;
  parts: WebParts;
  lines: Line[];
  app: ReturnType<typeof createWebApp>;
  person: (email?: string) => Promise<SignedIn>;
  /** `what` is method and path. Asks as htmx does; `headers` may say otherwise. */
  ask: (who: SignedIn, what: string, form?: Form | null, headers?: Record<string, string>) => Promise<Answered>;
  /** Adds a feed by the form and returns its subscription's id. */
  add: (who: SignedIn, name: string, url: string, more?: Form) => Promise<string>;
  feedOf: (subscriptionId: string) => Promise<Record<string, unknown>>;
};

export const plainBrowser = { "HX-Request": "", Accept: "text/html" };

/** The whole app on a database of the test's own; nothing is fetched unless a test runs a worker. */
export async function feedsWorld(changes: Partial<WebParts> = {}): Promise<FeedsWorld> {
  const database = await testDatabase();
  const { web, worker } = database;
  const { parts, lines } = webParts({
    accounts: accountParts(web),
    feeds: {
      live: liveFeeds({
        feedIdsOf: (personId) => asPerson(web, personId, listSubscribedFeeds),
        onError: (error) => {
          throw error;
        },
      }),
      lanes: 4,
      importSpreadMs: 3_600_000,
      mailPlace: null,
      intervalMinutesMin: 5,
      replanFeed: (feedId, now) => replanFeed(worker, feedId, { limits, now, random: () => 0 }),
      isPrivate: async () => false,
      findFeeds: () => Promise.resolve({ kind: "wrong", sentence: "" }),
      requestFetch: (feedId, now, options) => requestFetch(worker, feedId, now, options),
    },
    ...changes,
  });
  const app = createWebApp(parts);

  const ask: FeedsWorld["ask"] = async (who, what, form = null, headers = {}) => {
    const [method = "", path = ""] = what.split(" ");
    const sent = { ...who.headers, "HX-Request": "true", ...headers };
    const body = form === null ? {} : { body: new URLSearchParams(form) };
    const answer = await app.request(path, { method, headers: sent, ...body });
    return { status: answer.status, headers: answer.headers, text: (await answer.text()).replace(/\s+/g, " ") };
  };

  return {
    database,
    parts,
    lines,
    app,
    ask,
    person: (email) => signedIn(parts, email),
    add: async (who, name, url, more = {}) => {
      const { status, text } = await ask(who, "POST /feeds", { name, url, ...more });
      if (status !== 204) throw new Error(`${url} was not added: ${status} ${text}`);
      const { rows } = await worker.query<{ id: string }>(
        "select id from subscriptions where user_id = $1 and name = $2 order by created_at desc limit 1",
        [who.id, name],
      );
      return rows[0]?.id ?? "";
    },
    feedOf: async (subscriptionId) => {
      const { rows } = await worker.query<Record<string, unknown>>(
        `select f.*, c.next_run_at, c.runnable, c.lane from subscriptions s join feeds f on f.id = s.feed_id
         join feed_schedules c on c.feed_id = f.id where s.id = $1`,
        [subscriptionId],
      );
      return rows[0] ?? {};
    },
  };
}
