import assert from "node:assert/strict";
import { test } from "node:test";
import { mayKeepHeaders, nameOf, parseNewFeed } from "../../src/feeds/new-feed.ts";

const empty = { name: "", url: "", username: "", password: "", headerLines: [] };

test("form values are trimmed, and every wrong field is named", () => {
  assert.deepEqual(parseNewFeed({ ...empty, name: " A\u0000\tb ", url: " https://a.example/x/#y " }), {
    kind: "feed",
    name: "A b",
    url: "https://a.example/x/",
    headers: null,
  });
  const wrong = parseNewFeed({ ...empty, url: "x", headerLines: ["a b: c"], password: "p" });
  assert.deepEqual(wrong.kind === "wrong" && wrong.faults.map(({ kind }) => kind), [
    "name-missing",
    "url-wrong",
    "headers-unreadable",
  ]);
});

test("a name is only required where one is asked for, and may have 255 characters", () => {
  const { name: _, ...nameless } = { ...empty, url: "https://a.example/" };
  assert.equal(parseNewFeed(nameless).kind, "feed");
  assert.equal(parseNewFeed({ ...nameless, name: "😀".repeat(255) }).kind, "feed");
  const tooLong = parseNewFeed({ ...nameless, name: "x".repeat(256) });
  assert.deepEqual(tooLong, { kind: "wrong", faults: [{ kind: "name-too-long" }] });
});

test("a login becomes an Authorization header in addition to the given ones", () => {
  const form = {
    ...empty,
    name: "A",
    url: "https://a.example/",
    username: "ü",
    password: "p:q",
    headerLines: ["X-One: a: b\r", "\r", " X-Two:c "],
  };
  const parsed = parseNewFeed(form);
  assert.deepEqual(parsed.kind === "feed" && parsed.headers, {
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
