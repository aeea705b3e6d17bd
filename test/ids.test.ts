import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { isUuid, uuidV7 } from "../src/ids.ts";

test("ids sort by the time they were made at", () => {
  const ids = [0, 1, 255, 256, 1_776_254_400_000].map((ms) => uuidV7(new Date(ms)));
  assert.deepEqual(ids.toSorted(), ids);
});

test("an id is a UUID of version 7, and no two are the same", () => {
  const at = new Date("2026-04-15T12:00:00Z");
  // More than one pool of random bytes.
  const ids = Array.from({ length: 1_000 }, () => uuidV7(at));
  assert.equal(new Set(ids).size, ids.length);
  for (const id of ids) assert.match(id, /^019d9103-3600-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});

test("isUuid accepts exactly what PostgreSQL accepts", () => {
  const id = randomUUID();
  for (const text of [id, id.toUpperCase(), uuidV7(new Date(0))]) assert.ok(isUuid(text), text);
  for (const text of ["", id.slice(1), `${id}0`, `${id}\n`, id.replaceAll("-", ""), `{${id}}`, id.replace(/^./, "g")])
    assert.ok(!isUuid(text), JSON.stringify(text));
});
