import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { startHostileOrigin } from "../ground/hostile-origin.ts";

const paths = [
  "/bomb-gzip",
  "/bomb-unlabelled",
  "/bomb-raw-deflate",
  "/bomb-br",
  "/bomb-zstd",
  "/bomb-gzip-in-br",
  "/bomb-gzip-in-gzip",
  "/bomb-error-page",
  "/zstd-huge-window",
  "/endless",
  "/endless-chunks",
  "/one-byte-chunks",
  "/endless-chunk-extension",
  "/endless-trailers",
  "/pouring-103",
  "/endless-header",
  "/many-headers",
  "/endless-status-line",
  "/endless-redirect-body",
  "/error-endless",
];

// Of 10 MB in chunks of one byte, the dearest, about 1.1 million.
const stepsMax = 5_000_000;

test("no answer costs the process more than 5 million steps, nor all of them together 300 MB", async () => {
  const origin = await startHostileOrigin();
  const script = join(import.meta.dirname, "fetch-hostile-paths.ts");
  const urls = paths.map((path) => origin.url(path));
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...urls]);
  await origin.close();

  const costs = stdout
    .trim()
    .split("\n")
    .map((line): { url: string; steps: number; rssPeakMb: number } => JSON.parse(line));
  assert.equal(costs.length, paths.length);
  for (const { url, steps, rssPeakMb } of costs) {
    assert.ok(steps < stepsMax, `${url} took ${steps} steps`);
    assert.ok(rssPeakMb < 300, `${url} brought the peak to ${rssPeakMb} MB`);
  }
});
