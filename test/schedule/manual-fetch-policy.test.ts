import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { planManualFetch } from "../../src/schedule/request-store.ts";
import { inMinutes, now } from "./fetch-examples.ts";
import { checkProperty } from "../ground/check-property.ts";

const free = { notBefore: null, laneClosedUntil: null, fetchedLatelyUntil: null };

test("a person may fetch a feed if nothing blocks it", () => {
  assert.deepEqual(planManualFetch(free, now), { kind: "now" });
  const past = { notBefore: inMinutes(-1), laneClosedUntil: now, fetchedLatelyUntil: now };
  assert.deepEqual(planManualFetch(past, now), { kind: "now" });
});

test("a person waits for Retry-After, for the host and five minutes from the last fetch", () => {
  assert.deepEqual(planManualFetch({ ...free, notBefore: inMinutes(60) }, now), {
    kind: "wait",
    until: inMinutes(60),
    because: ["retry-after"],
    message: "Possible again at 2026-04-15 13:00:00 UTC: the server asked for a pause.",
  });
  assert.deepEqual(planManualFetch({ ...free, laneClosedUntil: inMinutes(30) }, now), {
    kind: "wait",
    until: inMinutes(30),
    because: ["host-closed"],
    message: "Possible again at 2026-04-15 12:30:00 UTC: its host is left alone until then.",
  });
  assert.deepEqual(planManualFetch({ ...free, fetchedLatelyUntil: inMinutes(3) }, now), {
    kind: "wait",
    until: inMinutes(3),
    because: ["just-fetched"],
    message: "Possible again at 2026-04-15 12:03:00 UTC: it was fetched just now.",
  });
});

test("a forced fetch does not wait five minutes, and the operator sees what else blocks it", () => {
  const asked = { ...free, fetchedLatelyUntil: inMinutes(4) };
  assert.deepEqual(planManualFetch(asked, now, true), { kind: "now" });
  const closed = { ...asked, notBefore: inMinutes(60), laneClosedUntil: inMinutes(90) };
  assert.deepEqual(planManualFetch(closed, now, true), {
    kind: "wait",
    until: inMinutes(90),
    because: ["host-closed", "retry-after"],
    message:
      "Possible again at 2026-04-15 13:30:00 UTC: its host is left alone until then, and the server asked for a pause.",
  });
});

test("a person's own request never precedes Retry-After, a host block or five minutes", () => {
  const moment = fc.option(fc.integer({ min: -20_000, max: 20_000 }).map(inMinutes));
  checkProperty(
    fc.property(moment, moment, moment, fc.boolean(), (notBefore, laneClosedUntil, fetchedLatelyUntil, isForced) => {
      const planned = planManualFetch({ notBefore, laneClosedUntil, fetchedLatelyUntil }, now, isForced);
      const at = planned.kind === "now" ? now : planned.until;

      assert.ok(notBefore === null || at >= notBefore);
      assert.ok(laneClosedUntil === null || at >= laneClosedUntil);
      assert.ok(isForced || fetchedLatelyUntil === null || at >= fetchedLatelyUntil);
    }),
  );
});
