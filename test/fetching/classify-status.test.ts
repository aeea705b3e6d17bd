import assert from "node:assert/strict";
import { test } from "node:test";
import { classifyStatus } from "../../src/fetching/failed-outcome.ts";
import { failureRules, type FetchFailure } from "../../src/schedule/policy/fetch-state.ts";

const cases: [httpStatus: number, failure: FetchFailure, status: string, text: RegExp][] = [
  [302, "other", "temporary_error", /HTTP 302/],
  [304, "other", "temporary_error", /HTTP 304/],
  [400, "bad-request", "permanent_error", /^Invalid request$/],
  [401, "unauthorized", "unauthorized", /^Authentication required$/],
  [403, "unauthorized", "unauthorized", /^Authentication required$/],
  [404, "not-found", "permanent_error", /^Feed no longer available$/],
  [408, "other", "temporary_error", /HTTP 408/],
  [410, "gone", "permanent_error", /^Feed no longer available$/],
  [418, "client-error", "permanent_error", /HTTP 418/],
  [425, "other", "temporary_error", /HTTP 425/],
  [429, "rate-limited", "temporary_error", /^Rate limited$/],
  [451, "client-error", "permanent_error", /HTTP 451/],
  [500, "server-error", "temporary_error", /HTTP 500/],
  [503, "server-error", "temporary_error", /HTTP 503/],
  [599, "server-error", "temporary_error", /HTTP 599/],
];
for (const [httpStatus, failure, status, text] of cases) {
  test(`HTTP ${httpStatus} is ${failure}, a ${status}`, () => {
    const classified = classifyStatus(httpStatus);

    assert.equal(classified.failure, failure);
    assert.equal(failureRules[classified.failure].status, status);
    assert.match(classified.message, text);
  });
}
