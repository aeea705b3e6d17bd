import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually } from "../../ground/eventually.ts";
import { rss } from "../../ground/feed-origin.ts";
import { feedsServer } from "./feeds-server.ts";

const { url, origin, database, person } = await feedsServer();

test("a feed is fetched as soon as it is added, and a dead one as soon as its address is corrected", async () => {
  origin.serve("/right", { body: rss([{ title: "One", guid: "1" }], "Mended") });
  const anna = await person();
  const headers = { ...anna.headers, "HX-Request": "true" };
  const send = (method: string, path: string, address: string) =>
    fetch(url + path, { method, headers, body: new URLSearchParams({ name: "Gazette", url: address }) });
  const list = async (status: string) => (await fetch(`${url}/feeds?status=${status}`, { headers })).text();

  assert.equal((await send("POST", "/feeds", origin.url("/wrong", "127.0.7.1"))).status, 204);
  await eventually(async () => assert.match(await list("error"), /Gazette[^]*Feed no longer available/));

  const { rows } = await database.worker.query("select id from subscriptions where user_id = $1", [anna.id]);
  assert.equal((await send("PATCH", `/feeds/${rows[0].id}`, origin.url("/right", "127.0.7.2"))).status, 204);
  await eventually(async () => assert.match(await list("working"), /Gazette/));
  assert.deepEqual(
    origin.log.map(({ path }) => path),
    ["/wrong", "/right"],
  );
});
