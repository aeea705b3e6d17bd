export type PictureType = "image/png" | "image/jpeg" | "image/gif" | "image/webp" | "image/avif" | "image/x-icon";

export type PictureFacts = { type: PictureType; width: number; height: number };

/**
 * What a file is by its own bytes, and its size in pixels, read from its header without decoding it; null for everything else:
 * SVG and HTML above all, which can carry scripts. A server's Content-Type is not asked.
 */
export function parsePicture(bytes: Buffer): PictureFacts | null {
  for (const [type, isIt, sizeOf] of kinds) {
    if (!isIt(bytes)) continue;
    const size = sizeOf(bytes);
    return size === null || size.width === 0 || size.height === 0 ? null : { type, ...size };
  }
  return null;
}

type Size = { width: number; height: number };

const kinds: [PictureType, (bytes: Buffer) => boolean, (bytes: Buffer) => Size | null][] = [
  ["image/png", (bytes) => startsWith(bytes, "\x89PNG\r\n\x1a\n"), pngSize],
  ["image/jpeg", (bytes) => startsWith(bytes, "\xff\xd8\xff"), jpegSize],
  ["image/gif", (bytes) => startsWith(bytes, "GIF87a") || startsWith(bytes, "GIF89a"), gifSize],
  ["image/webp", (bytes) => startsWith(bytes, "RIFF") && startsWith(bytes, "WEBP", 8), webpSize],
  ["image/avif", isAvif, avifSize],
  ["image/x-icon", (bytes) => startsWith(bytes, "\0\0\x01\0") && bytes.length > 22, iconSize],
];

function startsWith(bytes: Buffer, latin1: string, at = 0): boolean {
  return bytes.toString("latin1", at, at + latin1.length) === latin1;
}

function pngSize(bytes: Buffer): Size | null {
  if (bytes.length < 24 || !startsWith(bytes, "IHDR", 12)) return null;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

function gifSize(bytes: Buffer): Size | null {
  return bytes.length < 13 ? null : { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
}

/** Walks from segment to segment up to the frame header, which has the size. */
function jpegSize(bytes: Buffer): Size | null {
  let at = 2;
  while (at + 9 <= bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff) at += 1;
    else if (isFrameHeader(marker)) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    else if (marker === 0xd9 || marker === 0xda) return null;
    else at += 2 + (hasNoLength(marker) ? 0 : Math.max(2, bytes.readUInt16BE(at + 2)));
  }
  return null;
}

/** SOF0 to SOF15, without the three other tables between them. */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function hasNoLength(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
}

function webpSize(bytes: Buffer): Size | null {
  if (bytes.length < 30) return null;
  switch (bytes.toString("latin1", 12, 16)) {
    case "VP8 ":
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case "VP8L": {
      const bits = bytes.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case "VP8X":
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return null;
  }
}

function isAvif(bytes: Buffer): boolean {
  return startsWith(bytes, "ftyp", 4) && /^(avif|avis)/.test(bytes.toString("latin1", 8, 12));
}

/** An image may consist of several pictures (a grid, its transparency): the largest size counts. */
function avifSize(bytes: Buffer): Size | null {
  const sizes = boxesAt(bytes, ["meta", "iprp", "ipco", "ispe"]).flatMap((box) =>
    box.length < 12 ? [] : [{ width: box.readUInt32BE(4), height: box.readUInt32BE(8) }],
  );
  return sizes.toSorted((a, b) => b.width * b.height - a.width * a.height)[0] ?? null;
}

/** In the whole file: of a thousand boxes with a thousand in each there would be a million. */
const boxesMax = 1_000;

/** The contents of all boxes at the end of a path. "meta" has four bytes of its own before the boxes in it. */
function boxesAt(bytes: Buffer, path: string[], budget = { boxes: boxesMax }): Buffer[] {
  const [name, ...rest] = path;
  if (name === undefined) return [bytes];
  const found: Buffer[] = [];
  let at = 0;
  for (; at + 8 <= bytes.length && budget.boxes > 0; budget.boxes -= 1) {
    const length = bytes.readUInt32BE(at);
    const end = length === 0 ? bytes.length : at + length;
    // A length of 1 announces eight more bytes of it, which no header of a picture needs.
    if (length !== 0 && length < 8) break;
    if (startsWith(bytes, name, at + 4)) {
      found.push(...boxesAt(bytes.subarray(at + 8 + (name === "meta" ? 4 : 0), end), rest, budget));
    }
    at = end;
  }
  return found;
}

/** The largest of the pictures in an ICO file. A size of 0 stands for 256. */
function iconSize(bytes: Buffer): Size | null {
  const count = bytes.readUInt16LE(4);
  const entriesEnd = 6 + count * 16;
  if (count === 0 || entriesEnd > bytes.length) return null;
  let largest: Size = { width: 0, height: 0 };
  for (let at = 6; at < entriesEnd; at += 16) {
    const offset = bytes.readUInt32LE(at + 12);
    if (offset < entriesEnd || offset >= bytes.length) return null;
    const width = bytes.readUInt8(at) || 256;
    if (width > largest.width) largest = { width, height: bytes.readUInt8(at + 1) || 256 };
  }
  return largest;
}
