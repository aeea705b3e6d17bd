import { hash } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";

/** Wide enough for a front page, and with a palette a few kilobytes. */
export const pictureSize = { width: 600, height: 400 };

type Colour = readonly [number, number, number];
type Scene = { horizon: number; sunX: number; sunY: number; ridge: (x: number) => number; sail: number };

const skySteps = 48;

/** A view of the bay, another one for each name and always the same: sky, sun, hills, water and a sail. As PNG. */
export function drawPicture(name: string): Buffer {
  const { width, height } = pictureSize;
  const seed = Buffer.from(hash("sha256", name, "hex"), "hex");
  const scene = sceneOf(seed);
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

function sceneOf(seed: Buffer): Scene {
  const { width, height } = pictureSize;
  const part = (index: number) => (seed[index] ?? 0) / 255;
  const horizon = Math.round(height * (0.5 + 0.15 * part(0)));
  const [wide, shift, tall] = [60 + 120 * part(1), 600 * part(2), 20 + 50 * part(3)];
  return {
    horizon,
    sunX: width * (0.2 + 0.6 * part(4)),
    sunY: horizon * (0.25 + 0.4 * part(5)),
    ridge: (x) =>
      horizon - tall * (0.6 + 0.3 * Math.sin((x + shift) / wide) + 0.2 * Math.sin((x - shift) / (wide / 2.7))),
    sail: width * (0.15 + 0.7 * part(6)),
  };
}

// The sky takes the first places of the palette, the water as many after it; then the sun, the hills and the sail.
const [sun, hills, sail] = [2 * skySteps, 2 * skySteps + 1, 2 * skySteps + 2];

function colourAt({ horizon, sunX, sunY, ridge, sail: sailX }: Scene, x: number, y: number): number {
  const { height } = pictureSize;
  const mast = y - (horizon - 70);
  if (mast > 0 && mast < 90 && x > sailX && x - sailX < mast * 0.45) return sail;
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
  return [...sky, ...water, [250, 240, 205], [70, 88, 92], [245, 243, 236]];
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
