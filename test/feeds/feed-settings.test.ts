import assert from "node:assert/strict";
import { test } from "node:test";
import {
  describeSettings,
  parseSetting,
  parseWrittenSetting,
  withFixedInterval,
} from "../../src/feeds/feed-settings.ts";

test("a setting is read as a person types it, by either spelling of its name", () => {
  const read = (name: string, text: string) => parseWrittenSetting(name, text);
  assert.deepEqual(read("interval-minutes", "30"), { kind: "setting", setting: { intervalMinutes: 30 } });
  assert.deepEqual(read("intervalMinutes", "1.5"), { kind: "setting", setting: { intervalMinutes: 1.5 } });
  assert.deepEqual(read("polling", "ON"), { kind: "setting", setting: { polling: true } });
  assert.deepEqual(read("analyzer", ""), { kind: "setting", setting: { analyzer: null } });
  assert.deepEqual(read("analyzer", "off"), { kind: "setting", setting: { analyzer: "off" } });
  assert.deepEqual(read("name", "off"), { kind: "setting", setting: { name: "off" } });
  assert.deepEqual(read("name", " 12 "), { kind: "setting", setting: { name: "12" } });
});

test("a value out of range, of another type or unknown is refused with a sentence", () => {
  for (const [name, text] of [
    ["interval-minutes", "0"],
    ["interval-minutes", "100001"],
    ["interval-minutes", "often"],
    ["polling", ""],
    ["failure-policy", "never"],
    ["name", "x".repeat(256)],
    ["name", "a\u0000b"],
    ["prompt", "x".repeat(10_001)],
    ["root-domain", "two words"],
  ] as const) {
    const parsed = parseWrittenSetting(name, text);
    assert.equal(parsed.kind, "wrong", `${name}=${text.slice(0, 20)}`);
  }
  assert.deepEqual(parseWrittenSetting("url", "x").kind, "wrong");
});

test("JSON values are used as they are", () => {
  assert.equal(parseSetting("polling", "on").kind, "wrong");
  assert.equal(parseSetting("intervalMinutes", "30").kind, "wrong");
  assert.equal(parseSetting("name", 12).kind, "wrong");
  assert.deepEqual(parseSetting("rootDomain", null), { kind: "setting", setting: { rootDomain: null } });
});

test("setting an interval makes it fixed, unless adaptive is set too", () => {
  assert.deepEqual(withFixedInterval({ intervalMinutes: 30 }), { intervalMinutes: 30, adaptive: false });
  assert.deepEqual(withFixedInterval({ intervalMinutes: 30, adaptive: true }), { intervalMinutes: 30, adaptive: true });
  assert.deepEqual(withFixedInterval({ name: "x" }), { name: "x" });
  assert.equal(describeSettings().length, 13);
});
