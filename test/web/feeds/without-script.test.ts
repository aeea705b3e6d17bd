import assert from "node:assert/strict";
import { test } from "node:test";
import { feedsWorld, plainBrowser } from "./feeds-world.ts";

const world = await feedsWorld();
const { ask, add, person, feedOf } = world;
const anna = await person("anna@example.org");

test("without a script the list is a page with filters, pages and forms", async () => {
  await add(anna, "Plain", "https://plain.example/feed");
  const { status, text } = await ask(anna, "GET /feeds?search=plain", null, plainBrowser);
  assert.equal(status, 200);
  for (const words of ["<html", 'action="/feeds"', ">Plain<", "1–1 of 1", 'name="csrf"'])
    assert.ok(text.includes(words), words);
  assert.equal((await ask(anna, "GET /feeds?page=x", null, plainBrowser)).status, 400);
});

test("a plain form redirects, and a wrong one comes back as it was filled in", async () => {
  const sent = await ask(anna, "POST /feeds", { name: "By hand", url: "https://hand.example/feed" }, plainBrowser);
  assert.equal(sent.status, 303);
  const next = sent.headers.get("Location") ?? "";
  const id = /^\/feeds\?added=([\da-f-]{36})$/.exec(next)?.[1] ?? "";
  const { id: feedId } = await feedOf(id);
  const told = (await ask(anna, `GET ${next}`, null, plainBrowser)).text.replace(/\s+/g, " ");
  assert.match(told, /Added By hand\. Its items appear as soon as it has been fetched\./);
  assert.match(told, new RegExp(`<a href="/stream\\?feed=${String(feedId)}">Read it</a>`));
  assert.match(told, new RegExp(`<a href="/feeds/${id}/edit">Change folder</a>`));
  const others = await ask(await person(), `GET ${next}`, null, plainBrowser);
  assert.doesNotMatch(others.text, /Added By hand/);

  const wrong = await ask(anna, "POST /feeds", { name: "<b>", url: "ftp://a", password: "s3cret" }, plainBrowser);
  assert.equal(wrong.status, 400);
  for (const words of ["<html", 'value="&lt;b&gt;"', 'value="ftp://a"', "Must start with"])
    assert.ok(wrong.text.includes(words), words);
  assert.doesNotMatch(wrong.text, /s3cret|hx-post/);
});

test("edit, undo, fetch and delete work with plain forms alone", async () => {
  const id = await add(anna, "Forms", "https://forms.example/feed");
  const page = await ask(anna, `GET /feeds/${id}/edit`, null, plainBrowser);
  for (const words of ["<html", `action="/feeds/${id}"`, `action="/feeds/${id}/delete"`])
    assert.ok(page.text.includes(words), words);
  assert.doesNotMatch(page.text, /hx-patch/);

  const steps: [path: string, form: Record<string, string>, next: string][] = [
    [`/feeds/${id}`, { name: "Renamed", url: "https://forms.example/feed" }, "/feeds"],
    [`/feeds/${id}/fetch`, {}, `/feeds/${id}`],
    [`/feeds/${id}/delete`, {}, "/feeds"],
    [`/feeds/${id}/restore`, {}, "/feeds"],
  ];
  for (const [path, form, next] of steps) {
    const answer = await ask(anna, `POST ${path}`, form, plainBrowser);
    assert.equal(answer.status, 303, path);
    assert.equal(answer.headers.get("Location"), next);
  }
  assert.equal((await feedOf(id))["url"], "https://forms.example/feed");
  const wrong = await ask(anna, `POST /feeds/${id}`, { name: "", url: "x" }, plainBrowser);
  assert.equal(wrong.status, 400);
  assert.match(wrong.text, /<html.*Feed name is required/);
  assert.equal((await ask(anna, `GET /feeds/${crypto.randomUUID()}`, null, plainBrowser)).status, 404);
});

test("the list has pages of twenty, the newest feed first, and keeps filter and page", async () => {
  const reader = await person();
  for (let n = 1; n <= 45; n += 1) await add(reader, `Feed ${n}`, `https://many.example/${n}`);
  const first = await ask(reader, "GET /feeds");
  assert.equal(first.text.match(/class="feed"/g)?.length, 20);
  assert.match(first.text, />Feed 45</);
  assert.match(first.text, /1–20 of 45/);
  assert.match(first.text, /hx-get="\/feeds\?search=&amp;status=all&amp;page=2" hx-include="#feed-filters"/);
  assert.equal(first.headers.get("HX-Replace-Url"), "/feeds");
  const last = await ask(reader, "GET /feeds?page=3&search=feed&status=pending");
  assert.equal(last.text.match(/class="feed"/g)?.length, 5);
  assert.match(last.text, /41–45 of 45/);
  assert.match(last.text, /id="feed-page" name="page" value="3"/);
  assert.equal(last.headers.get("HX-Replace-Url"), "/feeds?search=feed&status=pending&page=3");
  for (const [status, count] of [
    ["all", 45],
    ["working", 0],
    ["pending", 45],
    ["error", 0],
  ]) {
    assert.ok(last.text.includes(`<b id="count-${status}" hx-swap-oob="innerHTML">${count}</b>`));
  }
});

test("the theme is kept in a cookie, and the redirect never leads to another site", async () => {
  const dark = await ask(
    anna,
    "POST /theme",
    { theme: "dark" },
    { ...plainBrowser, Referer: "http://127.0.0.1:8080/feeds?page=2" },
  );
  assert.equal(dark.status, 303);
  assert.equal(dark.headers.get("Location"), "/feeds?page=2");
  assert.match(dark.headers.get("Set-Cookie") ?? "", /^theme=dark; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/);
  for (const Referer of ["https://evil.example//evil.example/x", "nonsense", ""]) {
    const answer = await ask(anna, "POST /theme", { theme: "purple" }, { ...plainBrowser, Referer });
    assert.equal(answer.headers.get("Location"), "/");
    assert.equal(answer.headers.get("Set-Cookie"), null);
  }
});
