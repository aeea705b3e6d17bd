import assert from "node:assert/strict";
import { test } from "node:test";
import { describeDevice } from "../../../src/web/auth/account-page.ts";

const devices: [string | null, string][] = [
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox, Linux"],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0",
    "Edge, Windows",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/140.0.0.0 Safari/537.36", "Chrome, Linux"],
  ["Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36", "Chrome, Android"],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1", "Safari, iOS"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15", "Safari, macOS"],
  ["curl/8.9.1", "curl/8.9.1"],
  ["x".repeat(400), "x".repeat(60)],
  ["", "Unknown device"],
  [null, "Unknown device"],
];
for (const [userAgent, device] of devices) {
  test(`a session of ${userAgent?.slice(0, 40)} is shown as ${device.slice(0, 40)}`, () => {
    assert.equal(describeDevice(userAgent, "Unknown device"), device);
  });
}
