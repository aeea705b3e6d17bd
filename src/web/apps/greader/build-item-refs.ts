import { numberOf, type StreamPiece, subscriptionOf, timeUsOf } from "../../../items/app-stream-store.ts";

const opening = Buffer.from('{"itemRefs":[');
const beforeId = wordsOf('{"id":"');
const beforeFeed = wordsOf('","directStreamIds":["feed/');
const beforeTime = wordsOf('"],"timestampUsec":"');
const ending = wordsOf('"},');
/** The texts around them, and three numbers of at most sixteen digits. */
const refBytesMax = beforeId.length + beforeFeed.length + beforeTime.length + ending.length + 3 * 16;
/** How far a word may reach beyond the text that it belongs to. */
const wordBytes = 4;

/**
 * The answer to stream/items/ids. Four bytes at a time, always into the same room: of ten thousand items as strings, and of a fresh
 * megabyte for every answer, most of the time went into collecting them again; byte by byte took five times as long.
 */
export function buildItemRefs(pieces: readonly StreamPiece[], { continuation }: { continuation?: string }): Buffer {
  const rest = Buffer.from(continuation === undefined ? "]}" : `],"continuation":${JSON.stringify(continuation)}}`);
  const count = pieces.reduce((sum, piece) => sum + piece.count, 0);
  const { bytes, view } = roomFor(opening.length + count * refBytesMax + rest.length + wordBytes);
  let at = opening.copy(bytes);
  for (const piece of pieces) {
    for (let n = 0; n < piece.count; n += 1) {
      at = writeText(view, at, beforeId);
      at = writeNumber(view, at, numberOf(piece, n));
      at = writeText(view, at, beforeFeed);
      at = writeNumber(view, at, subscriptionOf(piece, n));
      at = writeText(view, at, beforeTime);
      at = writeNumber(view, at, timeUsOf(piece, n));
      at = writeText(view, at, ending);
    }
  }
  // No comma after the last.
  if (count > 0) at -= 1;
  at += rest.copy(bytes, at);
  return bytes.subarray(0, at);
}

let room = roomOf(0);

function roomFor(bytes: number): typeof room {
  if (room.bytes.length < bytes) room = roomOf(bytes);
  return room;
}

function roomOf(size: number) {
  const bytes = Buffer.allocUnsafeSlow(size);
  return { bytes, view: new DataView(bytes.buffer) };
}

type Words = { length: number; words: Uint32Array };

function wordsOf(text: string): Words {
  const bytes = Buffer.from(text.padEnd(Math.ceil(text.length / 4) * 4));
  return {
    length: text.length,
    words: Uint32Array.from({ length: bytes.length / 4 }, (_, n) => bytes.readUInt32BE(n * 4)),
  };
}

/** What its last word has too much is overwritten by what follows. */
function writeText(view: DataView, at: number, { length, words }: Words): number {
  for (let n = 0; n < words.length; n += 1) view.setUint32(at + n * 4, words[n]!);
  return at + length;
}

const half = 10_000;
const part = half * half;
/** The digits of every number below 10,000, with zeros before them. */
const fourDigits = Uint32Array.from({ length: half }, (_, n) => Buffer.from(String(n).padStart(4, "0")).readUInt32BE());

/** In parts of eight digits: whole numbers of 32 bits are divided four times as fast as longer ones. */
function writeNumber(view: DataView, at: number, value: number): number {
  if (value < part) return writeShort(view, at, value | 0);
  const high = Math.floor(value / part);
  const low = (value - high * part) | 0;
  const next = writeNumber(view, at, high);
  const upper = (low / half) | 0;
  view.setUint32(next, fourDigits[upper]!);
  view.setUint32(next + 4, fourDigits[low - upper * half]!);
  return next + 8;
}

/** Without zeros before it. */
function writeShort(view: DataView, at: number, value: number): number {
  if (value < half) {
    const zeros = value < 10 ? 3 : value < 100 ? 2 : value < 1_000 ? 1 : 0;
    view.setUint32(at, fourDigits[value]! << (zeros * 8));
    return at + 4 - zeros;
  }
  const upper = (value / half) | 0;
  const next = writeShort(view, at, upper);
  view.setUint32(next, fourDigits[value - upper * half]!);
  return next + 4;
}
