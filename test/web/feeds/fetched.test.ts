import assert from "node:assert/strict";
import { test } from "node:test";
import { isDatabaseUnavailable } from "../../../src/database/unavailable.ts";
import { createWebApp } from "../../../src/web/app.ts";
import { eventually } from "../../ground/eventually.ts";
import { rss } from "../../ground/feed-origin.ts";
import { webParts } from "../web-parts.ts";
import { feedsServer } from "./feeds-server.ts";

const { url, origin, person } = await feedsServer();

test("a feed with a login is fetched with it at once, and nobody else's fetch carries it", async () => {
  origin.serve("/locked", (request) =>
    request.headers.authorization === `Basic ${Buffer.from("anna:s3cret").toString("base64")}`
      ? { body: rss([{ title: "For Anna", link: "https://a.example/1" }]) }
      : { status: 401, body: "no" },
  );
  const [anna, ben] = [await person(), await person()];
  const address = origin.url("/locked", "127.0.6.1");
  const ask = (who: typeof anna, path: string, form?: Record<string, string>) =>
    fetch(url + path, {
      headers: { ...who.headers, "HX-Request": "true" },
      ...(form !== undefined && { method: "POST", body: new URLSearchParams(form) }),
    });
  await ask(anna, "/feeds", { name: "Mine", url: address, username: "anna", password: "s3cret" });
  await ask(ben, "/feeds", { name: "His", url: address });
  await eventually(async () => {
    assert.match(await (await ask(anna, "/feeds?status=working")).text(), />Mine</);
    assert.match(await (await ask(ben, "/feeds?status=error")).text(), /Needs a login[^]*Authentication required/);
  });
  assert.deepEqual(origin.log.map(({ headers }) => headers["authorization"] !== undefined).toSorted(), [false, true]);
});

test("without a database the dashboard says so", async () => {
  const { parts } = webParts({ isDatabaseUnavailable });
  const headers = { Cookie: `__Host-session=${"x".repeat(43)}`, Accept: "text/html" };
  const answer = await createWebApp(parts).request("/dashboard", { headers });
  assert.equal(answer.status, 503);
  assert.match(await answer.text(), /The database is not responding/);
});
