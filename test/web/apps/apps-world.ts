import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { addAppPassword, type NewAppPassword } from "../../../src/accounts/app-password-store.ts";
import { connectionFrom } from "../../ground/signed-in.ts";
import { type Reader, readingWorld } from "../../reading/reading-world.ts";

export type AppsWorld = Awaited<ReturnType<typeof appsWorld>>;

/** A form as apps send it: names may repeat. */
export type Fields = [name: string, value: string][];

/** Readers with app passwords, and items whose numbers and times are known. */
export async function appsWorld() {
  const world = await readingWorld();
  const { worker } = world.database;

  const addPassword = async (reader: Reader, changes: Partial<NewAppPassword> = {}) => {
    const wanted = {
      id: randomUUID(),
      name: "Phone",
      protocol: "greader",
      readOnly: false,
      plainTitles: true,
      ...changes,
    } as const;
    const password = await reader.as((tx) => addAppPassword(tx, wanted, { email: reader.email, now: new Date() }));
    return { id: wanted.id, password: password ?? "" };
  };

  const request = (path: string, init: RequestInit = {}) =>
    Promise.resolve(world.app.request(path, init, connectionFrom("127.0.0.1")));

  return {
    ...world,
    addPassword,
    request,
    /** A reader with an app that has logged in. */
    addApp: async (changes: Partial<NewAppPassword> = {}, base = "") => {
      const reader = await world.addReader();
      const { id, password } = await addPassword(reader, changes);
      const login = await request(`${base}/accounts/ClientLogin`, {
        method: "POST",
        body: new URLSearchParams({ Email: reader.email, Passwd: password }),
      });
      const auth = /^Auth=(.*)$/m.exec(await login.text())?.[1] ?? "";
      const headers = { Authorization: `GoogleLogin auth=${auth}` };
      const get = (path: string, more: Record<string, string> = {}) =>
        request(`${base}/reader/api/0/${path}`, { headers: { ...headers, ...more } });
      const post = (path: string, fields: Fields = []) =>
        request(`${base}/reader/api/0/${path}`, { method: "POST", headers, body: new URLSearchParams(fields) });
      const json = async (path: string) => (await get(path)).json();
      return { reader, passwordId: id, password, auth, headers, get, post, json };
    },
    /** The person's feed with its number; they subscribed long before its items came, unless told otherwise. */
    addNumberedFeed: async (reader: Reader, name: string, subscribedAt = new Date("2026-01-01T00:00:00Z")) => {
      const feedId = await world.addFeed([reader], name);
      await worker.query("insert into feed_schedules (feed_id, lane) values ($1, 'apps.example/0')", [feedId]);
      const { rows } = await worker.query<{ number: string; url: string }>(
        `update subscriptions s set created_at = $3 from feeds f
         where f.id = s.feed_id and s.user_id = $1 and s.feed_id = $2 returning s.number, f.url`,
        [reader.id, feedId, subscribedAt],
      );
      return { feedId, number: rows[0]?.number ?? "", url: rows[0]?.url ?? "" };
    },
    numberOf: async (itemId: string) => {
      const { rows } = await worker.query<{ number: string }>("select number from items where id = $1", [itemId]);
      return rows[0]?.number ?? "";
    },
  };
}

export type App = Awaited<ReturnType<AppsWorld["addApp"]>>;

/** The numbers of the stream, as the app gets them. */
export async function idsOf(app: App, query: string): Promise<string[]> {
  const { itemRefs } = (await app.json(`stream/items/ids?output=json&${query}`)) as { itemRefs: { id: string }[] };
  return itemRefs.map(({ id }) => id);
}

export const state = (name: string) => `user/-/state/com.google/${name}`;

/** The answer is compared byte by byte, as some apps do. */
export async function sendOk(app: App, call: string, fields: Fields): Promise<void> {
  const answer = await app.post(call, fields);
  const text = await answer.text();
  assert.deepEqual([answer.status, text, answer.headers.get("Content-Type")], [200, "OK", "text/plain; charset=utf-8"]);
}

export type ListedFeed = { id: string; title: string; url: string; categories: { id: string; label: string }[] };

export async function listOf(app: App): Promise<ListedFeed[]> {
  return ((await app.json("subscription/list")) as { subscriptions: ListedFeed[] }).subscriptions;
}
