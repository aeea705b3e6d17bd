import assert from "node:assert/strict";
import { test } from "node:test";
import { mayKeepHeaders, nameOf, parseSubscription } from "../../src/feeds/parse-subscription.ts";

const empty = { name: "", url: "", username: "", password: "", headers: "" };

test("form values are trimmed, and every wrong field is named", () => {
  assert.deepEqual(parseSubscription({ ...empty, name: " A\u0000\tb ", url: " https://a.example/x/#y " }), {
    kind: "subscription",
    name: "A b",
    url: "https://a.example/x/",
    headers: null,
  });
  const wrong = parseSubscription({ ...empty, url: "x", headers: "a b: c", password: "p" });
  assert.deepEqual(wrong.kind === "wrong" && wrong.faults.map(({ kind }) => kind), [
    "name-missing",
    "url-wrong",
    "headers-unreadable",
  ]);
});

test("a login becomes an Authorization header in addition to the given ones", () => {
  const form = {
    ...empty,
    name: "A",
    url: "https://a.example/",
    username: "ü",
    password: "p:q",
    headers: "X-One: a: b\r\n\r\n X-Two:c ",
  };
  const parsed = parseSubscription(form);
  assert.deepEqual(parsed.kind === "subscription" && parsed.headers, {
    "X-One": "a: b",
    "X-Two": "c",
    Authorization: `Basic ${Buffer.from("ü:p:q").toString("base64")}`,
  });
});

test("a name from a list is cut between characters, and the host is used if it is missing", () => {
  assert.equal(nameOf("😀".repeat(300), "https://a.example/"), "😀".repeat(255));
  assert.equal(nameOf(" \u0007 ", "https://a.example:8080/feed"), "a.example:8080");
});

test("credentials stay with a feed only within its origin", () => {
  const before = "https://a.example/feed";
  assert.equal(mayKeepHeaders(before, "https://a.example/other"), true);
  for (const url of ["http://a.example/feed", "https://a.example:8443/feed", "https://b.example/feed"]) {
    assert.equal(mayKeepHeaders(before, url), false);
  }
});
