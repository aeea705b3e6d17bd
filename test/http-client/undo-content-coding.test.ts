import assert from "node:assert/strict";
import { test } from "node:test";
import * as zlib from "node:zlib";
import fc from "fast-check";
import { undoContentCoding } from "../../src/http-client/undo-content-coding.ts";
import { extractSnippet } from "../../src/http-client/extract-snippet.ts";
import { HttpError } from "../../src/http-client/http-failure.ts";
import { checkProperty } from "../ground/check-property.ts";

const limits = { bytesMax: 100_000, isCut: false };
const encoders = {
  gzip: zlib.gzipSync,
  deflate: zlib.deflateSync,
  br: zlib.brotliCompressSync,
  zstd: zlib.zstdCompressSync,
  identity: (body: Buffer) => body,
};
type Coding = keyof typeof encoders;
const coding = fc.constantFrom(...(Object.keys(encoders) as Coding[]));
const body = fc.uint8Array({ maxLength: 2000 }).map((bytes) => Buffer.from([0x3c, ...bytes]));

test("any two stacked codings are decoded", async () => {
  await checkProperty(
    fc.asyncProperty(body, coding, coding, async (plain, inner, outer) => {
      const wire = encoders[outer](encoders[inner](plain));
      assert.deepEqual(await undoContentCoding(wire, `${inner} , ${outer.toUpperCase()}`, limits), plain);
    }),
    200,
  );
});

test("any bytes under any label either decode within the limit or fail as a value of ours", async () => {
  const wire = fc.oneof(
    fc.uint8Array({ maxLength: 500 }).map((bytes) => Buffer.from(bytes)),
    fc.tuple(body, coding, fc.nat(), fc.nat(255)).map(([plain, label, at, byte]) => {
      const damaged = Buffer.from(encoders[label](plain));
      damaged[at % damaged.length] = byte;
      return damaged;
    }),
  );
  const label = fc.oneof(
    coding,
    fc.string(),
    fc.constantFrom("gzip, gzip", "br, br", "x-gzip", ",", "gzip,,gzip,gzip"),
  );
  await checkProperty(
    fc.asyncProperty(wire, label, fc.boolean(), async (bytes, contentEncoding, isCut) => {
      const decoded = await undoContentCoding(bytes, contentEncoding, { bytesMax: 10_000, isCut }).catch(
        (error: unknown) => {
          assert.ok(error instanceof HttpError, String(error));
          assert.match(error.failure.kind, /^(bad-encoding|too-large)$/);
          return Buffer.alloc(0);
        },
      );
      assert.ok(decoded.length <= 10_000);
    }),
    1000,
  );
});

test("large bodies are decoded off the main thread, with the same result and limit", async () => {
  // Does not compress, so that the wire is above the megabyte where threads begin.
  const noise = Buffer.from(Array.from({ length: 150_000 }, (_, index) => Math.imul(index, 2_654_435_761) >>> 13));
  const plain = Buffer.concat(Array.from({ length: 9 }, () => noise));
  for (const [label, encode] of Object.entries({ gzip: zlib.gzipSync, deflate: zlib.deflateRawSync })) {
    const wire = encode(plain, { level: 0 });
    assert.ok(wire.length > 1024 * 1024);
    assert.ok((await undoContentCoding(wire, label, { bytesMax: plain.length, isCut: false })).equals(plain));
    await assert.rejects(undoContentCoding(wire, label, { bytesMax: plain.length - 1, isCut: false }), HttpError);
  }
});

test("a snippet is readable even if the compressed page was cut off", async () => {
  const page = `<html><title>Just a moment…</title>${Array.from({ length: 5000 }, (_, index) => `<p>${index}</p>`).join("")}`;
  const wire = zlib.gzipSync(page).subarray(0, 2048);
  assert.match(
    (await extractSnippet(wire, { "content-encoding": "gzip" })) ?? "",
    /^<html><title>Just a moment…<\/title><p>0<\/p>/,
  );
});

test("a snippet has no control characters, is short, and is null if there is nothing to read", async () => {
  assert.equal(await extractSnippet(Buffer.from("a\0b\x1b[31mc\nd"), {}), "ab[31mc\nd");
  assert.equal((await extractSnippet(Buffer.alloc(9000, "x"), {}))?.length, 2048);
  assert.equal(await extractSnippet(Buffer.alloc(0), {}), null);
  assert.equal(await extractSnippet(Buffer.from("no gzip at all"), { "content-encoding": "compress" }), null);
});
