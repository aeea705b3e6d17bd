import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import { loadConfig } from "../src/load-config.ts";
import { createLog } from "../src/telemetry/log.ts";

/** What a process with these settings logs of an information and a warning. */
async function logged(settings: Record<string, string>): Promise<string> {
  const out = new PassThrough();
  const log = createLog(loadConfig(settings, {}).config, out);
  log.info("all is well");
  log.warn("take care");
  let text = "";
  for await (const chunk of out) {
    text += String(chunk);
    if (text.includes("take care")) return text;
  }
  return text;
}

test("LOG_LEVEL is the least important event that is logged", async () => {
  assert.match(await logged({ LOG_LEVEL: "info" }), /all is well/);
  assert.doesNotMatch(await logged({ LOG_LEVEL: "warn" }), /all is well/);
});

test("LOG_FORMAT is JSON for machines or one line for people", async () => {
  assert.equal(JSON.parse((await logged({ LOG_FORMAT: "json", LOG_LEVEL: "warn" })).trim()).msg, "take care");
  assert.match(await logged({ LOG_FORMAT: "pretty", LOG_LEVEL: "warn" }), /^\[[\d:]+\] WARN.*: take care/);
});
