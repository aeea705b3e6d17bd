import assert from "node:assert/strict";
import { test } from "node:test";
import { memorySettings } from "../../src/database/prepare-cluster.ts";

const gigabyte = 1_024 ** 3;

test("the embedded database takes an eighth of the memory for its buffers, between 32 and 256 MB", () => {
  const buffers = (bytes: number) => memorySettings(bytes)[0];
  assert.equal(buffers(gigabyte / 8), "shared_buffers = '32MB'");
  assert.equal(buffers(gigabyte), "shared_buffers = '128MB'");
  assert.equal(buffers(64 * gigabyte), "shared_buffers = '256MB'");
});

test("a small machine has one process for reading ahead, and one for vacuum", () => {
  assert.ok(memorySettings(gigabyte).includes("io_workers = 1"));
  assert.ok(!memorySettings(4 * gigabyte).some((line) => line.startsWith("io_workers")));
});
