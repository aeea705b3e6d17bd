import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, readFile, stat, truncate, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { createPictureCache, type PictureCache } from "../../src/media/picture-cache.ts";
import { emptyFolder } from "./media-world.ts";

const minuteMs = 60_000;
const picture = (bytes: number, fill = 1) => ({ type: "image/png", etag: '"e"', bytes: Buffer.alloc(bytes, fill) });

async function read(cache: PictureCache, url: string): Promise<Buffer | null> {
  const found = await cache.find(url);
  if (found === null) return null;
  const bytes = Buffer.alloc(found.bytes);
  await found.file.read(bytes, 0, bytes.length, found.offset);
  await found.file.close();
  return bytes;
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

async function bytesIn(folder: string): Promise<number> {
  const sizes = await Promise.all((await filesIn(folder)).map(async (path) => (await stat(path)).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

function cacheAt(folder: string, bytesMax: number) {
  const clock = { at: new Date("2026-04-15T12:00:00Z") };
  return { clock, cache: createPictureCache({ folder, bytesMax, now: () => clock.at }) };
}

test("what was saved is found by a later process, and nothing else is", async () => {
  const folder = await emptyFolder();
  const { cache } = cacheAt(folder, 1_000_000);
  await cache.save("http://a/1", picture(5_000, 7));
  const later = cacheAt(folder, 1_000_000).cache;
  assert.deepEqual(await read(later, "http://a/1"), Buffer.alloc(5_000, 7));
  assert.equal(await read(later, "http://a/2"), null);
});

test("the pictures that were not seen for longest go first, and the limit holds after every one", async () => {
  const folder = await emptyFolder();
  const bytesMax = 400_000;
  const { cache, clock } = cacheAt(folder, bytesMax);
  for (let n = 0; n < 60; n += 1) {
    clock.at = new Date(clock.at.getTime() + minuteMs);
    await cache.save(`http://a/${n}`, picture(20_000));
    assert.ok((await bytesIn(folder)) <= bytesMax, `after ${n}`);
    // Looked at again and again, so it is never the one that goes.
    assert.notEqual(await read(cache, "http://a/0"), null, `the favourite, after ${n}`);
  }
  assert.equal(await read(cache, "http://a/1"), null);
  assert.notEqual(await read(cache, "http://a/59"), null);
  assert.ok((await bytesIn(folder)) > bytesMax / 2, "the space is used");
});

test("many pictures at once stay within the limit, and one above a tenth of it is not kept", async () => {
  const folder = await emptyFolder();
  const { cache } = cacheAt(folder, 400_000);
  await Promise.all(Array.from({ length: 80 }, (_, n) => cache.save(`http://a/${n}`, picture(20_000))));
  assert.ok((await bytesIn(folder)) <= 400_000);
  await cache.save("http://a/large", picture(41_000));
  assert.equal(await read(cache, "http://a/large"), null);
});

test("a file that a power failure cut short is not shown, and makes room", async () => {
  const folder = await emptyFolder();
  const { cache } = cacheAt(folder, 1_000_000);
  for (const bytes of [0, 100, 3_000]) {
    await cache.save("http://a/cut", picture(5_000));
    const [path = ""] = await filesIn(folder);
    await truncate(path, bytes);
    assert.equal(await read(cache, "http://a/cut"), null, `${bytes} bytes`);
    assert.deepEqual(await filesIn(folder), []);
  }
});

test("what a process left half written is removed later, and what is being written stays", async () => {
  const folder = await emptyFolder();
  const { cache, clock } = cacheAt(folder, 1_000_000);
  await mkdir(join(folder, "ab"));
  for (const [name, minutes] of [
    ["left", 11],
    ["fresh", 9],
  ] as const) {
    const path = join(folder, "ab", `${name}.new`);
    await writeFile(path, "half");
    const at = new Date(clock.at.getTime() - minutes * minuteMs);
    await utimes(path, at, at);
  }
  await cache.save("http://a/1", picture(5_000));
  assert.deepEqual(await readdir(join(folder, "ab")), ["fresh.new"]);
});

test("two processes share a folder: no picture is mixed up or half there, and the limit holds", async () => {
  const folder = await emptyFolder();
  const bytesMax = 600_000;
  const writers = [1, 2].map((fill) =>
    fork(join(import.meta.dirname, "fill-cache.ts"), [folder, String(bytesMax), String(fill)]),
  );
  const codes = await Promise.all(writers.map(async (writer) => (await once(writer, "exit"))[0] as number));
  assert.deepEqual(codes, [0, 0]);
  const files = await filesIn(folder);
  assert.ok(files.length > 5);
  for (const path of files) {
    const bytes = await readFile(path);
    assert.equal(bytes.length, 256 + 10_000, path);
    assert.equal(new Set(bytes.subarray(256)).size, 1, "written by one process alone");
  }
  assert.ok((await bytesIn(folder)) <= bytesMax);
});
