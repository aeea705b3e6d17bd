import { defaultPreferences } from "../../../src/accounts/preferences.ts";
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { after, test } from "node:test";
import { Hono } from "hono";
import { listen } from "../../../src/database/listen.ts";
import { fetchedChannel, liveFeeds, subscribedChannel } from "../../../src/web/feeds/live-feeds.ts";
import { liveRoute } from "../../../src/web/feeds/live-route.ts";
import { startWebServer } from "../../../src/web/serve.ts";
import type { WebEnv } from "../../../src/web/web-env.ts";
import { eventually } from "../../ground/eventually.ts";
import type { SignedIn } from "../../ground/signed-in.ts";
import { feedsWorld } from "./feeds-world.ts";

const anyone = { operator: false, timeZone: "UTC", preferences: defaultPreferences };
const world = await feedsWorld();
const { parts, app, add, ask, person, feedOf } = world;
const { worker } = world.database;
const { live } = parts.feeds;
const listener = listen({
  connection: world.database.connection,
  on: { [fetchedChannel]: live.onFetched, [subscribedChannel]: live.onSubscribed },
  onConnect: live.onConnect,
  onError: () => undefined,
});
const server = await startWebServer({ app, host: "127.0.0.1", port: 0, log: parts.log });
after(async () => {
  await server.stop(1_000);
  await listener.stop();
});
const [anna, ben] = [await person(), await person()];
const changed = "event: feedsChanged";

test("a page is notified when a feed of its list was fetched, and nobody else's is", async () => {
  const mine = await add(anna, "Mine", "https://mine.example/feed");
  await add(ben, "His", "https://his.example/feed");
  const [hers, his] = [await open(anna), await open(ben)];
  await settled(hers, his);
  await fetched(mine);
  await eventually(() => assert.equal(hers.count(changed), 1));
  assert.equal(his.count(changed), 0);
  assert.doesNotMatch(hers.text(), /Mine|mine\.example/);
  await Promise.all([hers.close(), his.close()]);
});

test("a page is notified of a feed added in another window, and of that feed's first fetch", async () => {
  const page = await open(anna);
  await settled(page);
  const added = await add(anna, "Later", "https://later.example/feed");
  await eventually(() => assert.equal(page.count(changed), 1));
  await fetched(added);
  await eventually(() => assert.equal(page.count(changed), 2));
  await page.close();
});

test("the page of one feed is notified of that feed only", async () => {
  const [shown, other] = [
    await add(anna, "Shown", "https://s.example/"),
    await add(anna, "Other", "https://o.example/"),
  ];
  const page = await open(anna, `?feed=${shown}`);
  await settled(page);
  await fetched(other);
  await fetched(shown);
  await eventually(() => assert.equal(page.count(changed), 1));
  await page.close();
});

test("a page that reconnects is told at once that it may have missed something", async () => {
  const page = await open(anna, "", { "Last-Event-ID": "1" });
  await eventually(() => assert.equal(page.count(changed), 1));
  assert.match(page.text(), /^id: 1\n/);
  await page.close();
});

test("the number of open streams per person is limited", async () => {
  const guest = await person();
  const pages = await Promise.all(Array.from({ length: 20 }, () => open(guest)));
  const one = await fetch(`${server.url}/live`, { headers: guest.headers });
  assert.equal(one.status, 429);
  assert.match(await one.text(), /Too many pages are open/);
  await Promise.all(pages.map((page) => page.close()));
  await eventually(async () => (await open(guest)).close());
});

test("a page that was left before its stream began is not counted, and neither is a HEAD request", async () => {
  const guest = await person();
  for (let n = 0; n < 25; n += 1) {
    const answer = await fetch(`${server.url}/live`, { method: "HEAD", headers: guest.headers });
    assert.equal(answer.status, 200, `HEAD ${n}`);
  }
  for (let n = 0; n < 25; n += 1) await leaveEarly(guest);
  await eventually(async () => (await open(guest)).close());
});

test("an idle stream sends keep-alives, and ends with its session after a last message", async () => {
  const guest = await person();
  const quick = new Hono<WebEnv>();
  quick.use(async (c, next) => {
    c.set("session", { id: guest.id, token: guest.token, person: { ...guest, ...anyone } });
    await next();
  });
  const context = {
    ...parts,
    frame: () => assert.fail(),
    refuse: () => assert.fail(),
    feeds: { ...parts.feeds, live: liveFeeds({ feedIdsOf: async () => [], onError: () => undefined }) },
  };
  quick.route("/", liveRoute(context, { beatMs: 5, sessionCheckMs: 10, tellEveryMs: 1 }));
  const ownServer = await startWebServer({ app: quick, host: "127.0.0.1", port: 0, log: parts.log });
  const page = await open(guest, "", {}, ownServer.url);
  await eventually(() => assert.ok(page.count(":\n") >= 3));
  assert.equal(page.count(changed), 0);
  await worker.query("delete from accounts.sessions where user_id = $1", [guest.id]);
  await page.ended;
  assert.equal(page.count(changed), 1);
  await ownServer.stop(1_000);
});

test("a stop of the server ends open streams at once", async () => {
  const second = await startWebServer({ app, host: "127.0.0.1", port: 0, log: parts.log });
  const page = await open(anna, "", {}, second.url);
  // Longer than any test may take: a stream that does not end by itself fails.
  await second.stop(600_000);
  await page.ended;
});

/** As a completion would; the trigger tells the rest. */
async function fetched(subscriptionId: string): Promise<void> {
  await worker.query("update feeds set last_fetched_at = clock_timestamp() where id = $1", [
    (await feedOf(subscriptionId))["id"],
  ]);
}

/** Asks for a stream and closes the connection in the same moment, as a browser does that goes on to another page. */
async function leaveEarly(who: SignedIn): Promise<void> {
  const { port } = new URL(server.url);
  const socket = connect(Number(port), "127.0.0.1");
  await once(socket, "connect");
  const lines = Object.entries(who.headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`GET /live HTTP/1.1\r\nHost: 127.0.0.1\r\n${lines.join("")}\r\n`, () => socket.destroy());
  await once(socket, "close");
}

/** Until the server knows what each page shows, it tells it of everything. */
async function settled(...pages: { count: (words: string) => number; reset: () => void }[]): Promise<void> {
  await ask(anna, "GET /feeds");
  await ask(ben, "GET /feeds");
  for (const page of pages) page.reset();
}

type OpenPage = {
  text: () => string;
  count: (words: string) => number;
  reset: () => void;
  ended: Promise<void>;
  close: () => Promise<void>;
};

async function open(
  who: SignedIn,
  query = "",
  headers: Record<string, string> = {},
  url = server.url,
): Promise<OpenPage> {
  const abort = new AbortController();
  const answer = await fetch(`${url}/live${query}`, { headers: { ...who.headers, ...headers }, signal: abort.signal });
  assert.equal(answer.status, 200);
  assert.match(answer.headers.get("Content-Type") ?? "", /^text\/event-stream/);
  let text = "";
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of answer.body ?? []) text += decoder.decode(chunk as Uint8Array, { stream: true });
  })();
  const ended = reading.catch(() => undefined);
  await eventually(() => assert.match(text, /^id: 1\n/));
  return {
    text: () => text,
    count: (words) => text.split(words).length - 1,
    reset: () => void (text = ""),
    ended,
    close: async () => {
      abort.abort();
      await ended;
    },
  };
}
