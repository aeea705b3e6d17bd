import assert from "node:assert/strict";
import { test } from "node:test";
import { parseFeedQuery } from "../../../src/web/feeds/list-routes.ts";
import { liveFeeds } from "../../../src/web/feeds/live-feeds.ts";
import { spark } from "../../../src/web/kit/charts.ts";
import { ago } from "../../../src/web/kit/dates.ts";

const now = new Date("2026-03-02T12:00:00Z");
const minutes = (count: number) => new Date(now.getTime() + count * 60_000);

test("a query is valid or ignored", () => {
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

test("times are shown in the largest unit that has passed", () => {
  const words = (at: Date) => />([^<]*)</.exec(ago({ locale: "en-GB", timeZone: "UTC" }, at, now).text)?.[1];
  const cases: [number, string][] = [
    [0, "now"],
    [-0.9, "now"],
    [-1, "1 min ago"],
    [-119, "1 hr ago"],
    [-60 * 24 * 3, "3 days ago"],
    [0.9, "now"],
    [6.5, "in 6 min"],
  ];
  for (const [distance, expected] of cases) assert.equal(words(minutes(distance)), expected);
});

test("a chart has its numbers as text, and a day without items keeps its place", () => {
  const { text } = spark([0, 4, 2], "Gazette <b>");
  assert.match(text, /aria-label="Gazette &lt;b&gt;"/);
  assert.match(text, /d="M0\.0 32v-1h[\d.]+v1zM[\d.]+ 32v-32h/);
});

test("a page with a list is notified of that list only, and of everything until the list is known", async () => {
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
