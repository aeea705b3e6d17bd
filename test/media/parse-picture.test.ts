import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { parsePicture } from "../../src/media/parse-picture.ts";
import { checkProperty } from "../ground/check-property.ts";
import { avif, gif, icon, jpeg, png, webp } from "./sample-files.ts";

const known: [string, Buffer, string, number, number][] = [
  ["PNG", png(640, 480), "image/png", 640, 480],
  ["GIF", gif(300, 200), "image/gif", 300, 200],
  ["JPEG, whose preview is smaller", jpeg(1200, 800), "image/jpeg", 1200, 800],
  ["WebP, lossy", webp("VP8 ", 320, 240), "image/webp", 320, 240],
  ["WebP, lossless", webp("VP8L", 5000, 9000), "image/webp", 5000, 9000],
  ["WebP, extended", webp("VP8X", 70_000, 3), "image/webp", 70_000, 3],
  ["AVIF, the larger of two pictures", avif([100, 50], [4000, 3000], [10, 10]), "image/avif", 4000, 3000],
  ["ICO, the largest of three", icon(16, 256, 32), "image/x-icon", 256, 256],
];
for (const [what, bytes, type, width, height] of known) {
  test(`${what}: type and size are read from the file's own bytes`, () => {
    assert.deepEqual(parsePicture(bytes), { type, width, height });
  });
}

const refused: [string, Buffer][] = [
  ["SVG", Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>`)],
  ["HTML", Buffer.from("<!doctype html><title>x</title>")],
  ["nothing", Buffer.alloc(0)],
  ["a PNG without its header", png(10, 10).subarray(0, 20)],
  ["a PNG without width", png(0, 10)],
  ["a PNG that begins with another chunk", Buffer.concat([png(9, 9).subarray(0, 12), Buffer.from("tEXt"), png(9, 9)])],
  ["a GIF that ends in its size", gif(10, 10).subarray(0, 9)],
  ["a JPEG without a frame", Buffer.from("ffd8ffda000800000000000000", "hex")],
  ["a JPEG with rubbish between its parts", Buffer.from("ffd8ffe00004000000112233445566", "hex")],
  ["a WebP of an unknown form", Buffer.concat([Buffer.from("RIFF\x20\0\0\0WEBPVP99"), Buffer.alloc(30)])],
  ["an AVIF without sizes", avif()],
  ["an MP4", Buffer.concat([Buffer.from("\0\0\0\x18ftypisom"), Buffer.alloc(40)])],
  ["an ICO whose pictures are elsewhere", icon(16).fill(0xff, 18, 22)],
  ["an ICO that promises more pictures than it has bytes", icon(16).fill(0xff, 4, 6)],
  ["BMP", Buffer.concat([Buffer.from("BM"), Buffer.alloc(60)])],
];
for (const [what, bytes] of refused) {
  test(`${what} is no picture`, () => assert.equal(parsePicture(bytes), null));
}

test("rubbish in a picture's first bytes never throws", () => {
  const flipped = fc.record({
    bytes: fc.constantFrom(...known.map(([, bytes]) => bytes)),
    at: fc.nat(80),
    rubbish: fc.uint8Array({ minLength: 1, maxLength: 40 }),
    end: fc.nat(120),
  });
  checkProperty(
    fc.property(flipped, ({ bytes, at, rubbish, end }) => {
      const copy = Buffer.from(bytes);
      copy.set(rubbish.subarray(0, Math.max(0, copy.length - at)), Math.min(at, copy.length));
      const found = parsePicture(copy.subarray(0, end));
      assert.ok(found === null || (found.width > 0 && found.height > 0));
    }),
    500,
  );
});

test("a million boxes in an AVIF file are no error, and are not all read", () => {
  const box = (name: string, content: Buffer) => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(8 + content.length);
    head.write(name, 4, "latin1");
    return Buffer.concat([head, content]);
  };
  const many = (one: Buffer) => Buffer.concat(Array.from({ length: 1_000 }, () => one));
  const properties = box("iprp", many(box("ipco", many(box("ispe", Buffer.alloc(0))))));
  const file = Buffer.concat([
    box("ftyp", Buffer.from("avif\0\0\0\0avif")),
    box("meta", Buffer.concat([Buffer.alloc(4), properties])),
  ]);
  assert.equal(parsePicture(file), null);
});
