import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { tileColour } from "../../../src/web/kit/outlet.ts";

const css = readFileSync(join(import.meta.dirname, "../../../src/web/static/news.css"), "utf8");
const colours = [...css.matchAll(/\.o-(\d+) \{\s*--c: (#[\da-f]{6});/g)].map(
  ([, place, colour = ""]) => [Number(place), colour] as const,
);
const grounds = /--ground: light-dark\((#[\da-f]{6}), (#[\da-f]{6})\)/.exec(
  readFileSync(join(import.meta.dirname, "../../../src/web/static/ground.css"), "utf8"),
);

test("every colour that a tile may have is in the style sheet, each once", () => {
  const used = new Set(Array.from({ length: 100 }, (_, number) => tileColour(number)));
  assert.deepEqual(
    colours.map(([place]) => place),
    [...used].toSorted((a, b) => a - b),
  );
  assert.equal(new Set(colours.map(([, colour]) => colour)).size, colours.length);
});

// WCAG 2.2: 4.5 for text. The tile itself only decorates the name next to it; 2 keeps it from vanishing.
for (const [place, colour] of colours) {
  test(`tile ${place} (${colour}) carries a white letter, and stands out from both grounds`, () => {
    assert.ok(contrast(colour, "#ffffff") >= 4.5, String(contrast(colour, "#ffffff")));
    for (const ground of grounds?.slice(1) ?? []) assert.ok(contrast(colour, ground) >= 2, ground);
    assert.equal(grounds?.length, 3);
  });
}

test("neighbours differ in hue by at least a third of the circle", () => {
  for (const [at, [, colour]] of colours.entries()) {
    const [, next = ""] = colours[(at + 1) % colours.length] ?? [];
    const apart = Math.abs(hue(colour) - hue(next));
    assert.ok(Math.min(apart, 360 - apart) >= 100, `${colour} ${next}: ${apart}`);
  }
});

function channels(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);
}

function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = channels(colour).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

function hue(colour: string): number {
  const [r = 0, g = 0, b = 0] = channels(colour);
  return (Math.atan2(Math.sqrt(3) * (g - b), 2 * r - g - b) * 180) / Math.PI;
}
