import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { findBrowser } from "../ground/find-browser.ts";

test("a browser named by the environment is preferred to one on PATH", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "plainwire-browser-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const program = (name: string) => {
    writeFileSync(join(folder, name), "");
    chmodSync(join(folder, name), 0o755);
    return join(folder, name);
  };
  const chrome = program("google-chrome");
  assert.equal(findBrowser({ PATH: folder }), chrome);
  const chromium = program("chromium");
  assert.equal(findBrowser({ PATH: `/nowhere:${folder}` }), chromium);
  assert.equal(findBrowser({ PATH: folder, CHROME: chrome }), chrome);
  assert.equal(findBrowser({ PATH: folder, CHROME: chrome, PLAYWRIGHT_CHROMIUM: chromium }), chromium);
  assert.equal(findBrowser({ PATH: folder, PLAYWRIGHT_CHROMIUM: "/nowhere/chromium" }), null);
  assert.equal(findBrowser({ PATH: "" }), null);
});
