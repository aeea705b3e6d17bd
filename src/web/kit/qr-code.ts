// ISO/IEC 18004: bytes, error correction level M, versions 1 to 20. Of each version: the check bytes of a block, and the blocks.
const checkBytes = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26];
const blockCounts = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16];

/** Rows of modules, true is dark. Null where the text is longer than 666 bytes. */
export function createQrCode(text: string): boolean[][] | null {
  const bytes = Buffer.from(text);
  const version = blockCounts.findIndex((_, at) => dataBytesOf(at + 1) >= bytes.length + headBytes(at + 1)) + 1;
  if (version === 0) return null;
  const canvas = drawPatterns(version);
  drawBytes(canvas, interleave(version, encode(version, bytes)));
  const masked = masks.map((mask, at) => withMask(canvas, mask, at));
  return masked.toSorted((a, b) => penaltyOf(a) - penaltyOf(b))[0] ?? null;
}

/** Null: nothing is drawn there yet. `fixed` modules are not masked. */
type Canvas = { size: number; modules: (boolean | null)[][]; fixed: boolean[][] };

/** The kind of text and its length: 12 bits, 20 from version 10 on. */
function headBytes(version: number): number {
  return version < 10 ? 2 : 3;
}

function rawBytesOf(version: number): number {
  const alignments = alignmentsOf(version).length;
  const patternBits = version === 1 ? 0 : (25 * alignments - 10) * alignments - 55;
  return Math.floor(((16 * version + 128) * version + 64 - patternBits - (version < 7 ? 0 : 36)) / 8);
}

function dataBytesOf(version: number): number {
  return rawBytesOf(version) - (checkBytes[version - 1] ?? 0) * (blockCounts[version - 1] ?? 0);
}

function encode(version: number, bytes: Buffer): number[] {
  const length = bytes.length.toString(2).padStart(version < 10 ? 8 : 16, "0");
  const bits = ["0100", length, ...[...bytes].map((byte) => byte.toString(2).padStart(8, "0")), "0000"].join("");
  const data = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  for (let pad = 0xec; data.length < dataBytesOf(version); pad ^= 0xec ^ 0x11) data.push(pad);
  return data;
}

/** Blocks of nearly equal length, each with its check bytes, woven so that a stain hurts all of them a little. */
function interleave(version: number, data: number[]): number[] {
  const [count = 1, checks = 0] = [blockCounts[version - 1], checkBytes[version - 1]];
  const shortBlocks = count - (rawBytesOf(version) % count);
  const shortBytes = Math.floor(rawBytesOf(version) / count) - checks;
  const divisor = createDivisor(checks);
  let at = 0;
  const blocks = Array.from({ length: count }, (_, block) => {
    const part = data.slice(at, (at += shortBytes + (block < shortBlocks ? 0 : 1)));
    return { part, rest: remainderOf(part, divisor) };
  });
  const woven = (lists: number[][], length: number) =>
    Array.from({ length }, (_, place) => lists.flatMap((list) => list[place] ?? [])).flat();
  return [
    ...woven(
      blocks.map(({ part }) => part),
      shortBytes + 1,
    ),
    ...woven(
      blocks.map(({ rest }) => rest),
      checks,
    ),
  ];
}

/** In the field of 256 elements that Reed and Solomon's code uses here. */
function multiply(x: number, y: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    product ^= ((y >>> bit) & 1) * x;
  }
  return product;
}

function createDivisor(degree: number): number[] {
  const divisor: number[] = Array.from({ length: degree }, (_, at) => (at === degree - 1 ? 1 : 0));
  let root = 1;
  for (let round = 0; round < degree; round += 1) {
    for (let at = 0; at < degree; at += 1) divisor[at] = multiply(divisor[at] ?? 0, root) ^ (divisor[at + 1] ?? 0);
    root = multiply(root, 2);
  }
  return divisor;
}

function remainderOf(data: number[], divisor: number[]): number[] {
  const rest = divisor.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ (rest.shift() ?? 0);
    rest.push(0);
    for (const [at, part] of divisor.entries()) rest[at] = (rest[at] ?? 0) ^ multiply(part, factor);
  }
  return rest;
}

function alignmentsOf(version: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.floor((version * 8 + count * 3 + 5) / (count * 4 - 4)) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, at) => version * 4 + 10 - at * step).toReversed()];
}

function drawPatterns(version: number): Canvas {
  const size = version * 4 + 17;
  const grid = <Value>(value: Value) => Array.from({ length: size }, () => Array.from({ length: size }, () => value));
  const canvas: Canvas = { size, modules: grid<boolean | null>(null), fixed: grid(false) };
  for (let at = 0; at < size; at += 1) {
    set(canvas, 6, at, at % 2 === 0);
    set(canvas, at, 6, at % 2 === 0);
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    drawRings(canvas, x, y, 4);
  const places = alignmentsOf(version);
  const [first, last] = [places[0], places.at(-1)];
  for (const x of places) {
    for (const y of places) {
      const isCorner = (x === first && y === first) || (x === first && y === last) || (x === last && y === first);
      if (!isCorner) drawRings(canvas, x, y, 2);
    }
  }
  drawFormat(canvas, 0);
  if (version >= 7) drawVersion(canvas, version);
  return canvas;
}

function set({ size, modules, fixed }: Canvas, x: number, y: number, isDark: boolean): void {
  if (x < 0 || y < 0 || x >= size || y >= size) return;
  (modules[y] ?? [])[x] = isDark;
  (fixed[y] ?? [])[x] = true;
}

function drawRings(canvas: Canvas, x: number, y: number, radius: number): void {
  for (let dy = -radius; dy <= radius; dy += 1) {
    for (let dx = -radius; dx <= radius; dx += 1) {
      const ring = Math.max(Math.abs(dx), Math.abs(dy));
      set(canvas, x + dx, y + dy, radius === 4 ? ring !== 2 && ring !== 4 : ring !== 1);
    }
  }
}

/** Level M is 0, so that the mask alone is written, with its check bits. */
function drawFormat(canvas: Canvas, mask: number): void {
  const { size } = canvas;
  const bits = ((mask << 10) | checkBitsOf(mask, 10, 0x537)) ^ 0x5412;
  const isDark = (bit: number) => ((bits >>> bit) & 1) === 1;
  for (let bit = 0; bit < 15; bit += 1) {
    // Around the corner; the timing pattern at 6 is left out.
    if (bit < 8) set(canvas, 8, bit < 6 ? bit : bit + 1, isDark(bit));
    else set(canvas, bit === 8 ? 7 : 14 - bit, 8, isDark(bit));
    if (bit < 8) set(canvas, size - 1 - bit, 8, isDark(bit));
    else set(canvas, 8, size - 15 + bit, isDark(bit));
  }
  set(canvas, 8, size - 8, true);
}

function drawVersion(canvas: Canvas, version: number): void {
  const bits = (version << 12) | checkBitsOf(version, 12, 0x1f25);
  for (let bit = 0; bit < 18; bit += 1) {
    const [a, b] = [canvas.size - 11 + (bit % 3), Math.floor(bit / 3)];
    const isDark = ((bits >>> bit) & 1) === 1;
    set(canvas, a, b, isDark);
    set(canvas, b, a, isDark);
  }
}

function checkBitsOf(value: number, count: number, divisor: number): number {
  let rest = value;
  for (let round = 0; round < count; round += 1) rest = (rest << 1) ^ ((rest >>> (count - 1)) * divisor);
  return rest;
}

/** In pairs of columns from the right, up and down in turn. */
function drawBytes({ size, modules }: Canvas, bytes: number[]): void {
  let bit = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) {
      const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        const row = modules[y] ?? [];
        if (row[x] !== null) continue;
        row[x] = (((bytes[bit >>> 3] ?? 0) >>> (7 - (bit & 7))) & 1) === 1;
        bit += 1;
      }
    }
  }
}

type Mask = (x: number, y: number) => boolean;

const masks: Mask[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

function withMask({ size, modules, fixed }: Canvas, mask: Mask, number: number): boolean[][] {
  const masked = modules.map((row, y) =>
    row.map((isDark, x) => (fixed[y]?.[x] === true ? isDark === true : (isDark === true) !== mask(x, y))),
  );
  drawFormat({ size, modules: masked, fixed: fixed.map((row) => [...row]) }, number);
  return masked;
}

/** What makes a code hard to read: long runs, what looks like a corner, and too much of one colour. The squares are left out. */
function penaltyOf(rows: boolean[][]): number {
  const lines = [...rows, ...rows.map((_, at) => rows.map((row) => row[at] === true))].map((line) =>
    line.map((isDark) => (isDark ? "1" : "0")).join(""),
  );
  const runs = lines
    .flatMap((line) => line.match(/0{5,}|1{5,}/g) ?? [])
    .reduce((sum, { length }) => sum + length - 2, 0);
  const corners = lines.flatMap((line) => line.match(/(?=10111010000|00001011101)/g) ?? []).length * 40;
  const dark = rows.flat().filter(Boolean).length / rows.length ** 2;
  return runs + corners + Math.floor(Math.abs(dark - 0.5) * 20) * 10;
}
