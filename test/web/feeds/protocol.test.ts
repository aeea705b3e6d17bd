import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { feedsWorld, plainBrowser } from "./feeds-world.ts";

// 003 as a table: what is asked, what is answered. `{id}` is a feed of the one who asks, `{foreign}` another person's.
const world = await feedsWorld();
const { ask, add, person } = world;
const anna = await person("anna@example.org");
const ben = await person("ben@example.org");
const id = await add(anna, "Harbour Gazette", "https://gazette.example/feed.xml");
const other = await add(anna, "Second", "https://second.example/feed");
const foreign = await add(ben, "Ben's", "https://ben.example/feed");

const addErrors = { "HX-Retarget": "#feed-add-form-errors", "HX-Reswap": "innerHTML" };
const editErrors = (of: string) => ({ "HX-Retarget": `#feed-edit-form-errors-${of}`, "HX-Reswap": "innerHTML" });
const rowErrors = (of: string) => ({ "HX-Retarget": `#feed-item-${of}-errors`, "HX-Reswap": "innerHTML" });
const refresh = { "HX-Trigger": "refreshFeedList" };
const wrongUrl = "Invalid URL format. Must start with http:// or https://";
const nobody = randomUUID();

type Row = {
  what: string;
  form?: Record<string, string>;
  status: number;
  headers?: Record<string, string>;
  says?: string[];
  not?: string[];
};

const rows: Row[] = [
  {
    what: "GET /feeds",
    status: 200,
    says: ["Harbour Gazette", "Second", `id="feed-item-${id}"`],
    not: ["Ben&#39;s", "<html"],
  },
  { what: "GET /feeds?search=HARBOUR", status: 200, says: ["Harbour Gazette"], not: ["Second"] },
  { what: "GET /feeds?search=100%25", status: 200, says: ["None of your feeds match"] },
  { what: "GET /feeds?status=pending", status: 200, says: ["Harbour Gazette", "first fetch queued"] },
  { what: "GET /feeds?status=working", status: 200, says: ["None of your feeds match"] },
  { what: "GET /feeds?status=error", status: 200, says: ["None of your feeds match"] },
  { what: "GET /feeds?status=&search=&page=", status: 200, says: ["Harbour Gazette"] },
  { what: "GET /feeds?page=99", status: 200, says: ["1–2 of 2"] },
  ...[
    "status=broken",
    "page=0",
    "page=-1",
    "page=x",
    "page=1e3",
    "page=99999999",
    `search=${"x".repeat(256)}`,
    "search=%00",
  ].map((query) => ({ what: `GET /feeds?${query}`, status: 400, says: ["Invalid query parameters"] })),

  {
    what: "POST /feeds",
    form: { name: "", url: "" },
    status: 400,
    headers: addErrors,
    says: ["Feed name is required", "Feed URL is required"],
  },
  {
    what: "POST /feeds",
    form: { name: " \t ", url: "https://a.example/" },
    status: 400,
    headers: addErrors,
    says: ["Feed name is required"],
  },
  {
    what: "POST /feeds",
    form: { name: "\u0000\u0007", url: "https://a.example/" },
    status: 400,
    headers: addErrors,
    says: ["Feed name is required"],
  },
  {
    what: "POST /feeds",
    form: { name: "x".repeat(256), url: "https://a.example/" },
    status: 400,
    headers: addErrors,
    says: ["Feed name must be less than 255 characters"],
  },
  ...[
    "javascript:alert(1)",
    "data:text/xml,x",
    "ftp://a.example/",
    "//a.example/",
    "a.example",
    "https://",
    "feed:https://a.example/",
  ].map((url) => ({
    what: "POST /feeds",
    form: { name: "A", url },
    status: 400,
    headers: addErrors,
    says: [wrongUrl],
  })),
  {
    what: "POST /feeds",
    form: { name: "A", url: "https://user:secret@a.example/" },
    status: 400,
    headers: addErrors,
    says: ["may not hold a password"],
    not: ["secret"],
  },
  {
    what: "POST /feeds",
    form: { name: "A", url: `https://a.example/${"x".repeat(10_000)}` },
    status: 400,
    headers: addErrors,
    says: ["may not be longer than 2048 bytes"],
  },
  {
    what: "POST /feeds",
    form: { name: "A", url: "https://a.example/", headers: "no colon" },
    status: 400,
    headers: addErrors,
    says: ["Write one header per line"],
  },
  {
    what: "POST /feeds",
    form: { name: "A", url: "https://a.example/", headers: "Host: b.example" },
    status: 400,
    headers: addErrors,
    says: ["The header Host cannot be set"],
  },
  {
    what: "POST /feeds",
    form: { name: "A", url: "https://a.example/", password: "secret" },
    status: 400,
    headers: addErrors,
    says: ["A password needs a user name"],
    not: ["secret"],
  },
  {
    what: "POST /feeds",
    form: { name: "Again", url: " https://gazette.example/feed.xml " },
    status: 409,
    headers: addErrors,
    says: ["You have already added this feed"],
  },
  {
    what: "POST /feeds",
    form: { name: "Again", url: "https://gazette.example/feed.xml#top", username: "me" },
    status: 409,
    headers: addErrors,
    says: ["You have already added this feed"],
  },
  {
    what: "POST /feeds",
    form: { name: "x".repeat(255), url: "https://long-name.example/" },
    status: 204,
    headers: refresh,
  },
  {
    what: "POST /feeds",
    form: { name: "😀".repeat(255), url: "https://emoji.example/" },
    status: 204,
    headers: refresh,
  },
  {
    what: "POST /feeds",
    form: { name: "أخبار \u202Egnp.exe", url: "https://rtl.example/" },
    status: 204,
    headers: refresh,
  },

  {
    what: `GET /feeds/${id}/edit`,
    status: 200,
    says: [`hx-patch="/feeds/${id}"`, `value="Harbour Gazette"`, `value="https://gazette.example/feed.xml"`],
    not: ["<html"],
  },
  { what: `GET /feeds/${foreign}/edit`, status: 404, says: ["Feed not found"], not: ["ben.example"] },
  { what: `GET /feeds/${nobody}/edit`, status: 404, says: ["Feed not found"] },
  { what: "GET /feeds/not-an-id/edit", status: 404, says: ["Feed not found"] },

  {
    what: `PATCH /feeds/${id}`,
    form: { name: "", url: "ftp://x" },
    status: 400,
    headers: editErrors(id),
    says: ["Feed name is required", wrongUrl],
  },
  {
    what: `PATCH /feeds/${id}`,
    form: { name: "A", url: "https://second.example/feed" },
    status: 409,
    headers: editErrors(id),
    says: ["A feed with this URL already exists"],
  },
  {
    what: `PATCH /feeds/${id}`,
    form: { name: "The Gazette", url: "https://gazette.example/feed.xml" },
    status: 204,
    headers: refresh,
  },
  {
    what: `PATCH /feeds/${foreign}`,
    form: { name: "Mine", url: "https://a.example/" },
    status: 404,
    headers: editErrors(foreign),
    says: ["Feed not found"],
  },
  {
    what: `PATCH /feeds/${nobody}`,
    form: { name: "Mine", url: "https://a.example/" },
    status: 404,
    headers: editErrors(nobody),
    says: ["Feed not found"],
  },

  { what: `POST /feeds/${foreign}/fetch`, status: 404, headers: rowErrors(foreign), says: ["Feed not found"] },
  { what: `POST /feeds/${id}/fetch`, status: 204, headers: refresh },
  { what: `DELETE /feeds/${foreign}`, status: 404, headers: rowErrors(foreign), says: ["Feed not found"] },
  { what: `DELETE /feeds/${nobody}`, status: 404, headers: rowErrors(nobody), says: ["Feed not found"] },
  { what: "DELETE /feeds/not-an-id", status: 404, headers: rowErrors("not-an-id"), says: ["Feed not found"] },
  { what: `POST /feeds/${other}/restore`, status: 404, says: ["Feed not found"] },
  { what: `DELETE /feeds/${other}`, status: 204, headers: refresh },
  { what: `DELETE /feeds/${other}`, status: 404, headers: rowErrors(other), says: ["Feed not found"] },
  {
    what: "GET /feeds",
    status: 200,
    says: ["Removed in the last 24 hours: 1", `hx-post="/feeds/${other}/restore"`],
    not: [`id="feed-item-${other}"`],
  },
  { what: `POST /feeds/${other}/restore`, status: 204, headers: refresh },
  { what: `POST /feeds/${other}/restore`, status: 404, says: ["Feed not found"] },
  { what: "GET /feeds", status: 200, says: [`id="feed-item-${other}"`], not: ["Removed in"] },

  { what: `GET /feeds/${foreign}`, status: 404, says: ["Feed not found"], not: ["ben.example"] },
  { what: "GET /live?feed=nonsense", status: 404, says: ["Feed not found"] },
  { what: `GET /live?feed=${foreign}`, status: 404, says: ["Feed not found"] },
];

test("the specified feed routes, row by row", async (t) => {
  for (const { what, form, status, headers = {}, says = [], not = [] } of rows) {
    await t.test(`${what.slice(0, 80)} ${JSON.stringify(form ?? {}).slice(0, 60)} → ${status}`, async () => {
      const answer = await ask(anna, what, form ?? null);
      assert.equal(answer.status, status, answer.text);
      for (const [name, value] of Object.entries(headers)) assert.equal(answer.headers.get(name), value, name);
      if (status === 204) assert.equal(answer.text, "");
      for (const words of says) assert.ok(answer.text.includes(words), `${words} is missing in ${answer.text}`);
      for (const words of not) assert.ok(!answer.text.includes(words), `${words} is in ${answer.text}`);
    });
  }
});

test("a feed that cannot be named in a header is not found like any other", async () => {
  for (const id of ["%00", "%0D%0AX-Evil:1", "%F0%9D%92%B3", "a b"]) {
    for (const what of [`PATCH /feeds/${id}`, `DELETE /feeds/${id}`, `POST /feeds/${id}/fetch`]) {
      const answer = await ask(anna, what.replace(" b", "%20b"), { name: "x", url: "https://x.example/" });
      assert.equal(answer.status, 404, what);
      assert.equal(answer.headers.get("HX-Retarget"), null);
    }
  }
});

test("the page of feeds has the specified elements, filled in from its URL", async () => {
  const { status, text } = await ask(anna, "GET /feeds?search=gaz&status=all&page=3", null, plainBrowser);
  assert.equal(status, 200);
  const wanted = [
    `<title>Feeds and folders · Plainwire</title>`,
    `id="feed-filters"`,
    `hx-get="/feeds" hx-target="#feed-list-container"`,
    `hx-trigger="submit, input changed delay:500ms from:#search, change from:#search, change from:#status"`,
    `<fieldset class="seg end" id="status">`,
    `value="all" checked=""`,
    `id="search" type="search" name="search" value="gaz"`,
    `id="feed-list-container" hx-get="/feeds?search=gaz" hx-trigger="load, refreshFeedList from:body"`,
    `hx-post="/feeds"`,
    "anna@example.org",
  ];
  for (const words of wanted) assert.ok(text.includes(words), `${words} is missing in ${text}`);
  assert.equal(text.match(/checked=""/g)?.length, 1);
});

test("the page of feeds and Today say so if a filter is bad, and show everything", async () => {
  for (const query of ["status=broken", "page=0", `search=${"x".repeat(300)}`]) {
    const feeds = await ask(anna, `GET /feeds?${query}`, null, plainBrowser);
    assert.equal(feeds.status, 400);
    assert.match(feeds.text, /Invalid filter parameters/);
    assert.match(feeds.text, /value="all" checked=""/);
    const today = await ask(anna, `GET /dashboard?${query}`, null, plainBrowser);
    assert.equal(today.status, 400);
    assert.match(today.text, /Invalid filter parameters/);
  }
});

test("Today is the dashboard: it loads the latest brief", async () => {
  const { status, text } = await ask(anna, "GET /dashboard?search=&status=error", null, plainBrowser);
  assert.equal(status, 200);
  assert.ok(text.includes(`id="summary-container" hx-get="/summaries/latest" hx-trigger="load"`));
  assert.ok(text.includes("anna@example.org"));
});
