import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { addAppPassword } from "../../src/accounts/app-password-store.ts";
import { asPerson } from "../../src/database/transaction.ts";
import { subscribe } from "../../src/feeds/subscription-store.ts";
import { eventually } from "../ground/eventually.ts";
import { rss } from "../ground/feed-origin.ts";
import { feedsServer } from "../web/feeds/feeds-server.ts";

export const site = "127.0.9.1";
export const loaded = "Mayor slams bridge plan!";
export const plain = "Mayor criticises bridge plan";
const text = "The harbour bridge in Brzegowo stays shut for 14 months, Mayor Anna Nowak said on Monday.";
const herald = "Brzegowo bridge stays shut for 14 months, Mayor Anna Nowak says";

/** A news site with a loaded headline, another paper, and a Plainwire whose reader follows both. */
export async function newsSite() {
  const { url: server, origin, database, person } = await feedsServer();
  const story = (name: string) => origin.url(`/story/${name}`, site);
  origin.serve("/feed", { body: rss([{ title: loaded, link: story("bridge"), text }], "Gazette") });
  const other = origin.url("/o", "127.0.9.2");
  origin.serve("/other", { body: rss([{ title: herald, link: other, text }], "Herald") });

  const anna = await person();
  const feeds = ["Gazette", "Herald"].map((name, index) => ({
    name,
    feed: { url: origin.url(["/feed", "/other"][index] ?? "", site), isOwn: false, headers: null },
    dueAt: null,
  }));
  await asPerson(database.web, anna.id, (tx) => subscribe(tx, feeds, { lanes: 4, now: new Date() }));
  const wanted = { id: randomUUID(), name: "Browser", protocol: "api", readOnly: true, plainTitles: true } as const;
  const password = await asPerson(database.web, anna.id, (tx) =>
    addAppPassword(tx, wanted, { email: anna.email, now: new Date() }),
  );
  await eventually(async () => {
    const { rows } = await database.worker.query("select 1 from item_index");
    assert.ok(rows.length >= 2);
  });

  return {
    server,
    password,
    story,
    /** What the extension is allowed from the start. */
    hosts: [`*://${site}/*`, `${server}/*`],
    link: (inner: string) => `<a href="${story("bridge")}?utm_source=front#top">${inner}</a>`,
    /** A page of the site, under strict rules. Returns its address. */
    serve: (path: string, body: string): string => {
      const policy = "default-src 'none'; script-src 'unsafe-inline'";
      origin.serve(path, {
        headers: { "content-type": "text/html", "content-security-policy": policy },
        body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Gazette</title></head><body>${body}</body></html>`,
      });
      return origin.url(path, site);
    },
  };
}
