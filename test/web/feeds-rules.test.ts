import assert from "node:assert/strict";
import { test } from "node:test";
import { mayKeepHeaders, nameOf, parseSubscription } from "../../src/feeds/parse-subscription.ts";
import type { ListedSubscription } from "../../src/web/dashboard/feed-list-store.ts";
import { feedState } from "../../src/web/dashboard/feed-state.ts";
import { parseFeedQuery } from "../../src/web/dashboard/list-routes.ts";
import { liveFeeds } from "../../src/web/dashboard/live-feeds.ts";
import { spark } from "../../src/web/kit/charts.ts";
import { describeWhen } from "../../src/web/kit/times.ts";
import { feedsInEnglish } from "../../src/web/texts/en-feeds.ts";

const empty = { name: "", url: "", username: "", password: "", headers: "" };
const now = new Date("2026-03-02T12:00:00Z");
const minutes = (count: number) => new Date(now.getTime() + count * 60_000);

test("a form is trimmed, and every field that is wrong is named", () => {
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

test("a login becomes an Authorization header beside those that were given", () => {
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

test("a name from a list is cut between characters, and a host stands in for a missing one", () => {
  assert.equal(nameOf("😀".repeat(300), "https://a.example/"), "😀".repeat(255));
  assert.equal(nameOf(" \u0007 ", "https://a.example:8080/feed"), "a.example:8080");
});

test("credentials follow a feed within its origin alone", () => {
  const before = "https://a.example/feed";
  assert.equal(mayKeepHeaders(before, "https://a.example/other"), true);
  for (const url of ["http://a.example/feed", "https://a.example:8443/feed", "https://b.example/feed"]) {
    assert.equal(mayKeepHeaders(before, url), false);
  }
});

test("a query is ours or none", () => {
  assert.deepEqual(parseFeedQuery({}), { search: "", status: "all", page: 1 });
  assert.deepEqual(parseFeedQuery({ search: " a ", status: "error", page: "12", other: "x" }), {
    search: "a",
    status: "error",
    page: 12,
  });
  for (const bad of [{ status: "toString" }, { page: "01" }, { page: "1.0" }, { search: "a\u0085b" }]) {
    assert.equal(parseFeedQuery(bad), null);
  }
});

test("what is shown of a feed follows from its status, and from what was asked since", () => {
  const feed: ListedSubscription = {
    id: "",
    name: "",
    feedId: "",
    url: "",
    isOwn: false,
    isEnabled: true,
    isDeleted: false,
    status: null,
    error: null,
    discovered: null,
    lastFetchedAt: now,
    lastSuccessAt: null,
    nextRunAt: minutes(5),
    queueState: "IDLE",
  };
  const cases: [Partial<ListedSubscription>, ReturnType<typeof feedState>][] = [
    [{}, { kind: "pending", stage: "waiting" }],
    [{ queueState: "FETCHING" }, { kind: "pending", stage: "fetching" }],
    [{ status: "success" }, { kind: "working", fetchedAt: now, isDue: false }],
    [{ status: "temporary_error" }, { kind: "retrying", nextAt: minutes(5) }],
    [
      { status: "permanent_error", nextRunAt: null },
      { kind: "stopped", since: null },
    ],
    [
      { status: "permanent_error", nextRunAt: minutes(-1) },
      { kind: "retrying", nextAt: minutes(-1) },
    ],
    [
      { status: "unauthorized", lastSuccessAt: now },
      { kind: "locked", since: now },
    ],
    [{ status: "success", isEnabled: false }, { kind: "off" }],
    [{ status: "success", isDeleted: true }, { kind: "gone" }],
  ];
  for (const [change, state] of cases) assert.deepEqual(feedState({ ...feed, ...change }, now), state);
});

test("times are told in the largest unit that has passed", () => {
  const words = (at: Date) => />([^<]*)</.exec(describeWhen(at, now, feedsInEnglish.when).text)?.[1];
  const cases: [number, string][] = [
    [0, "just now"],
    [-0.9, "just now"],
    [-1, "1 min ago"],
    [-119, "1 h ago"],
    [-60 * 24 * 3, "3 days ago"],
    [0.9, "in a moment"],
    [6.5, "in 6 min"],
  ];
  for (const [distance, expected] of cases) assert.equal(words(minutes(distance)), expected);
});

test("a chart holds its numbers in words, and a day without items keeps its place", () => {
  const { text } = spark([0, 4, 2], "Gazette <b>");
  assert.match(text, /aria-label="Gazette &lt;b&gt;"/);
  assert.match(text, /d="M0\.0 32v-1h[\d.]+v1zM[\d.]+ 32v-32h/);
});

test("a page that shows a list is told of that list alone, and of everything while it is not yet known", async () => {
  const lists: Record<string, string[]> = { anna: ["a1", "a2"], ben: ["b1"] };
  const live = liveFeeds({ feedIdsOf: async (person) => lists[person] ?? [], onError: () => undefined });
  const told: string[] = [];
  const leave = live.watch("anna", null, () => void told.push("anna"));
  live.watch("ben", null, () => void told.push("ben"));
  live.watch("anna", "a2", () => void told.push("page of a2"));
  live.onFetched("x1");
  assert.deepEqual(told.splice(0), ["anna", "ben"]);
  await Promise.resolve();
  live.onFetched("a1,b1");
  assert.deepEqual(told.splice(0), ["anna", "ben"]);
  live.onFetched("a2,x9");
  assert.deepEqual(told.splice(0), ["anna", "page of a2"]);
  leave?.();
  live.onFetched("a1");
  assert.deepEqual(told, []);
});
