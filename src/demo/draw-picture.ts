import { hash } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";
import { type Area, type Ink, scenes } from "./scenes.ts";

/** Wide enough for a front page, and with a palette a few kilobytes. */
export const pictureSize = { width: 600, height: 400 };

type Colour = readonly [number, number, number];
type Scene = { sunX: number; sunY: number; ridge: (x: number) => number; areas: Area[] };

const horizon = 230;

const skySteps = 48;

/** A view of the bay, another one for each name and always the same: sky, sun, hills, water, and what the story is about. As PNG. */
export function drawPicture(name: string): Buffer {
  const { width, height } = pictureSize;
  const seed = Buffer.from(hash("sha256", name, "hex"), "hex");
  const scene = sceneOf(name, seed);
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) rows[y * (width + 1) + 1 + x] = colourAt(scene, x, y);
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const palette = Buffer.from(paletteOf(seed).flat());
  return Buffer.concat([
    signature,
    chunk("IHDR", head),
    chunk("PLTE", palette),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function sceneOf(name: string, seed: Buffer): Scene {
  const { width } = pictureSize;
  const part = (index: number) => (seed[index] ?? 0) / 255;
  const [wide, shift, tall] = [60 + 120 * part(1), 600 * part(2), 20 + 50 * part(3)];
  return {
    sunX: width * (0.2 + 0.6 * part(4)),
    sunY: horizon * (0.15 + 0.25 * part(5)),
    ridge: (x) =>
      horizon - tall * (0.6 + 0.3 * Math.sin((x + shift) / wide) + 0.2 * Math.sin((x - shift) / (wide / 2.7))),
    areas: (scenes[name] ?? [sailAt(width * (0.15 + 0.7 * part(6)))]).toReversed(),
  };
}

function sailAt(left: number): Area {
  const below = (y: number) => y - (horizon - 70);
  return { ink: "light", holds: (x, y) => below(y) > 0 && below(y) < 90 && x > left && x - left < below(y) * 0.45 };
}

// The sky takes the first places of the palette, the water as many after it; then the sun, the hills and the inks.
const [sun, hills, firstInk] = [2 * skySteps, 2 * skySteps + 1, 2 * skySteps + 2];
const inks: Record<Ink, Colour> = {
  dark: [44, 56, 66],
  pale: [150, 160, 162],
  light: [245, 243, 236],
  red: [176, 68, 56],
  amber: [214, 148, 52],
  green: [92, 136, 96],
};
const inkNames = Object.keys(inks);

function colourAt({ sunX, sunY, ridge, areas }: Scene, x: number, y: number): number {
  const { height } = pictureSize;
  const area = areas.find(({ holds }) => holds(x, y));
  if (area !== undefined) return firstInk + inkNames.indexOf(area.ink);
  if (y < horizon) {
    if ((x - sunX) ** 2 + (y - sunY) ** 2 < 26 ** 2) return sun;
    return y > ridge(x) ? hills : Math.floor((y / horizon) * (skySteps - 1));
  }
  const depth = (y - horizon) / (height - horizon);
  const wave = Math.sin(x / (9 + 40 * depth) + y * y) > 0.94 ? 6 : 0;
  return skySteps + Math.min(skySteps - 1, Math.floor(depth * (skySteps - 8)) + wave);
}

function paletteOf(seed: Buffer): Colour[] {
  const warmth = (seed[7] ?? 0) / 255;
  const sky = fade([118, 146, 176], [232, 214 - 20 * warmth, 190 + 30 * (1 - warmth)]);
  const water = fade([96, 128, 150], [34, 58, 84]);
  return [...sky, ...water, [250, 240, 205], [70, 88, 92], ...Object.values(inks)];
}

function fade(from: Colour, to: Colour): Colour[] {
  const mix = (step: number) => (a: number, place: number) =>
    Math.round(a + ((to[place] ?? a) - a) * (step / (skySteps - 1)));
  return Array.from({ length: skySteps }, (_, step) => from.map(mix(step)) as unknown as Colour);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}
