import assert from "node:assert/strict";
import { test } from "node:test";
import { feedsWorld, plainBrowser } from "./feeds-world.ts";

const world = await feedsWorld();
const { ask, add, person } = world;
const anna = await person("anna@example.org");
const id = await add(anna, "Harbour Gazette", "https://gazette.example/feed.xml");

test("a visitor who is not logged in is sent to the login, and sees and changes nothing", async () => {
  const stranger = { ...anna, headers: { ...anna.headers, Cookie: `${anna.cookie}=${"x".repeat(43)}` } };
  for (const path of ["/dashboard", "/feeds", `/feeds/${id}`, `/feeds/${id}/edit`, "/live"]) {
    const page = await ask(stranger, `GET ${path}`, null, plainBrowser);
    assert.equal(page.status, 303);
    assert.equal(page.headers.get("Location"), `/auth/login?next=${encodeURIComponent(path)}`);
    const part = await ask(stranger, `GET ${path}`);
    assert.equal(part.status, 401);
    assert.equal(part.headers.get("HX-Redirect"), "/auth/login");
  }
});

test("a session that ended in the middle of an htmx call leads to the login", async () => {
  const guest = await person();
  const own = await add(guest, "Kept", "https://kept.example/");
  await world.database.worker.query("delete from accounts.sessions where user_id = $1", [guest.id]);
  for (const what of ["POST /feeds", `PATCH /feeds/${own}`, `DELETE /feeds/${own}`]) {
    const answer = await ask(guest, what, what.startsWith("DELETE") ? null : { name: "a", url: "https://b.example/" }, {
      "X-CSRF-Token": guest.headers["X-CSRF-Token"] ?? "",
    });
    assert.equal(answer.status, 401, what);
    assert.equal(answer.headers.get("HX-Redirect"), "/auth/login");
  }
  const { rowCount } = await world.database.worker.query("select from subscriptions where user_id = $1", [guest.id]);
  assert.equal(rowCount, 1);
});

test("a change without the form's token, or from another site, changes nothing", async () => {
  for (const headers of [{ "X-CSRF-Token": "wrong" }, { "Sec-Fetch-Site": "cross-site" }]) {
    for (const what of [
      "POST /feeds",
      `PATCH /feeds/${id}`,
      `DELETE /feeds/${id}`,
      `POST /feeds/${id}/fetch`,
      "POST /theme",
    ]) {
      const form = what.startsWith("DELETE") ? null : { name: "a", url: "https://c.example/" };
      assert.equal((await ask(anna, what, form, headers)).status, 403, what);
    }
  }
});

test("every route shows its failure in the specified words and elements, and logs it", async () => {
  const { admin } = world.database;
  const failures: [what: string, sentence: string, headers: Record<string, string>][] = [
    ["GET /feeds", "Failed to load feeds", {}],
    ["POST /feeds", "Failed to add feed. Please try again.", into("#feed-add-form-errors")],
    [`GET /feeds/${id}/edit`, "Failed to load feed", {}],
    [`PATCH /feeds/${id}`, "Failed to update feed", into(`#feed-edit-form-errors-${id}`)],
    [`DELETE /feeds/${id}`, "Failed to delete feed", into(`#feed-item-${id}-errors`)],
    [`POST /feeds/${id}/fetch`, "could not be requested", into(`#feed-item-${id}-errors`)],
    [`GET /feeds/${id}`, "Failed to load feed", {}],
  ];
  await admin.query("alter table subscriptions rename to hidden");
  try {
    for (const [what, sentence, headers] of failures) {
      world.lines.length = 0;
      const answer = await ask(
        anna,
        what,
        /^(POST|PATCH)/.test(what) ? { name: "a", url: "https://d.example/" } : null,
      );
      assert.equal(answer.status, 500, what);
      assert.ok(answer.text.includes(sentence), answer.text);
      for (const [name, value] of Object.entries(headers)) assert.equal(answer.headers.get(name), value);
      assert.match(String(world.lines[0]?.["err"]), /does not exist/);
    }
    const page = await ask(anna, "GET /dashboard", null, plainBrowser);
    assert.equal(page.status, 500);
    assert.match(page.text, /Failed to load dashboard\. Please refresh the page\./);
  } finally {
    await admin.query("alter table hidden rename to subscriptions");
  }
});

function into(target: string): Record<string, string> {
  return { "HX-Retarget": target, "HX-Reswap": "innerHTML" };
}
