import assert from "node:assert/strict";
import { test } from "node:test";
import { classifyStatus } from "../../src/fetching/failed-outcome.ts";
import { failureRules } from "../../src/schedule/policy/fetch-state.ts";
import { failureOfStatus } from "../../src/web/texts/failure-words.ts";
import { catalogues } from "../../src/web/texts/texts-of.ts";

const { en, de, pl } = catalogues;

test("a failure is told in the page's language by its kind, with the status; English and unknown ones stay as stored", () => {
  const stored = "Server error (HTTP 503)";
  assert.equal(en.engine.failure("server-error", stored), stored);
  assert.equal(de.engine.failure("server-error", stored), "Der Server meldet einen eigenen Fehler (HTTP 503)");
  assert.equal(pl.engine.failure("timeout", "The feed took too long."), "Serwer odpowiadał zbyt długo.");
  for (const kind of [null, "other", "constructor"]) assert.equal(de.engine.failure(kind, stored), stored);
  for (const kind of Object.keys(failureRules).filter((one) => one !== "other")) {
    for (const texts of [de, pl]) assert.notEqual(texts.engine.failure(kind, stored), stored, kind);
  }
});

test("a status of the fetch log has the same kind as when it was fetched", () => {
  for (const status of [400, 401, 403, 404, 405, 410, 418, 429, 500, 503]) {
    assert.equal(failureOfStatus(status), classifyStatus(status).failure, String(status));
  }
  for (const status of [null, 200, 304]) assert.equal(failureOfStatus(status), null);
});
