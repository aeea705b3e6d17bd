import assert from "node:assert/strict";
import { test } from "node:test";
import jsqr from "jsqr";
import { createQrCode } from "../../../src/web/kit/qr-code.ts";

// Its types describe another module than Node loads.
const readQrCode = jsqr as unknown as typeof jsqr.default;

// Bytes at level M, versions 1 to 20, as the standard lists them.
const capacities = [14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412, 450, 504, 560, 624, 666];

test("a decoder reads every version back, at its shortest and its longest text", () => {
  for (const [at, longest] of capacities.entries()) {
    for (const length of [(capacities[at - 1] ?? 0) + 1, longest]) {
      const text = textOf(length);
      const read = decode(createQrCode(text) ?? []);
      assert.equal(read?.data, text, `${length} bytes`);
      assert.equal(read.version, at + 1);
    }
  }
});

test("letters of all languages are read back", () => {
  const text = "otpauth://totp/Zażółć gęślą jaźń:ß@例え.test?secret=ABC";
  assert.equal(decode(createQrCode(text) ?? [])?.data, text);
});

test("a text that is too long has no picture", () => {
  assert.notEqual(createQrCode("x".repeat(666)), null);
  assert.equal(createQrCode("x".repeat(667)), null);
});

const textOf = (length: number) =>
  Array.from({ length }, (_, at) => String.fromCharCode(33 + ((at * 7) % 90))).join("");

const [scale, quiet] = [4, 4];

function decode(code: boolean[][]) {
  const width = (code.length + 2 * quiet) * scale;
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255);
  for (let y = 0; y < width; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const isDark = code[Math.floor(y / scale) - quiet]?.[Math.floor(x / scale) - quiet] === true;
      if (isDark) pixels.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
    }
  }
  return readQrCode(pixels, width, width);
}
