import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { goodPassword, registered } from "../../accounts/auth-provider-contract.ts";
import { strangerHeaders } from "../../ground/signed-in.ts";
import { testDatabase } from "../../ground/test-database.ts";
import { authApp } from "./auth-app.ts";

const { web } = await testDatabase();
const newEmail = () => `${randomUUID()}@example.org`;
const { post, parts } = authApp(web);
const filled = { password: goodPassword, repeated: goodPassword, privacy: "accepted" };

test("the sixth guess from an address within a quarter of an hour is 429, and says when to come back", async () => {
  const { email } = await registered(parts.accounts);
  const from = { address: "10.6.0.1" };
  for (let guess = 1; guess <= 5; guess += 1) {
    assert.equal((await post("/auth/login", { email, password: `guess ${guess}` }, from)).status, 401);
  }
  const answer = await post("/auth/login", { email, password: goodPassword }, from);
  assert.equal(answer.status, 429);
  assert.match(await answer.text(), /Too many attempts\. Try again in 15 minutes\./);
  const seconds = Number(answer.headers.get("Retry-After"));
  assert.ok(seconds > 880 && seconds <= 900);
});

test("a known browser can log in again, even if others guess from its address", async () => {
  const { email } = await registered(parts.accounts);
  const from = { address: "10.6.0.2" };
  const first = await post("/auth/login", { email, password: goodPassword }, from);
  const mark = /__Host-browser=([^;]+); Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Lax/;
  const [, browser = ""] = mark.exec(first.headers.get("Set-Cookie") ?? "") ?? [];
  assert.notEqual(browser, "");
  for (let guess = 1; guess <= 6; guess += 1) await post("/auth/login", { email, password: `guess ${guess}` }, from);
  assert.equal((await post("/auth/login", { email, password: goodPassword }, from)).status, 429);
  const headers = strangerHeaders(parts);
  headers["Cookie"] = `${headers["Cookie"]}; __Host-browser=${browser}`;
  assert.equal((await post("/auth/login", { email, password: goodPassword }, { ...from, headers })).status, 303);
});

test("registering and changing the password make a browser known too", async () => {
  const email = newEmail();
  const made = await post("/auth/register", { email, ...filled });
  assert.match(made.headers.get("Set-Cookie") ?? "", /__Host-browser=/);
});

test("one address cannot probe many emails for accounts", async () => {
  const provider = { ...parts.accounts.provider, signUp: () => Promise.resolve({ kind: "taken" } as const) };
  const { post: postThere } = authApp(web, { provider });
  const ask = () => postThere("/auth/register", { email: newEmail(), ...filled }, { address: "10.7.0.1" });
  for (let count = 1; count <= 30; count += 1) assert.equal((await ask()).status, 409);
  const answer = await ask();
  assert.equal(answer.status, 429);
  assert.match(await answer.text(), /Too many attempts/);
});
