import { numberOf, type StreamPiece, subscriptionOf, timeUsOf } from "../../../items/app-stream-store.ts";

const opening = Buffer.from('{"itemRefs":[');
const beforeId = Buffer.from('{"id":"');
const beforeFeed = Buffer.from('","directStreamIds":["feed/');
const beforeTime = Buffer.from('"],"timestampUsec":"');
const ending = Buffer.from('"}');
const comma = 44;
/** The texts around them, and three numbers of at most sixteen digits. */
const refBytesMax = beforeId.length + beforeFeed.length + beforeTime.length + ending.length + 1 + 3 * 16;

/**
 * The answer to stream/items/ids. Byte by byte, always into the same room: of ten thousand items as strings, and of a fresh megabyte
 * for every answer, most of the time went into collecting them again.
 */
export function buildItemRefs(pieces: readonly StreamPiece[], { continuation }: { continuation?: string }): Buffer {
  const rest = Buffer.from(continuation === undefined ? "]}" : `],"continuation":${JSON.stringify(continuation)}}`);
  const count = pieces.reduce((sum, piece) => sum + piece.count, 0);
  const out = roomFor(opening.length + count * refBytesMax + rest.length);
  let at = write(out, 0, opening);
  for (const piece of pieces) {
    for (let n = 0; n < piece.count; n += 1) {
      if (at > opening.length) out[at++] = comma;
      at = write(out, at, beforeId);
      at = writeNumber(out, at, numberOf(piece, n));
      at = write(out, at, beforeFeed);
      at = writeNumber(out, at, subscriptionOf(piece, n));
      at = write(out, at, beforeTime);
      at = writeNumber(out, at, timeUsOf(piece, n));
      at = write(out, at, ending);
    }
  }
  at = write(out, at, rest);
  return out.subarray(0, at);
}

let room = Buffer.alloc(0);

function roomFor(bytes: number): Buffer {
  if (room.length < bytes) room = Buffer.allocUnsafeSlow(bytes);
  return room;
}

// `set` and `copy` take longer than this for so few bytes.
function write(out: Buffer, at: number, bytes: Buffer): number {
  for (let n = 0; n < bytes.length; n += 1) out[at + n] = bytes[n]!;
  return at + bytes.length;
}

const partDigits = 8;
const part = 10 ** partDigits;

/** In parts of eight digits: whole numbers of 32 bits are divided four times as fast as longer ones. */
function writeNumber(out: Buffer, at: number, value: number): number {
  if (value < part) return writeDigits(out, at, { value, digits: digitsOf(value) });
  const high = Math.floor(value / part);
  return writeDigits(out, writeNumber(out, at, high), { value: value - high * part, digits: partDigits });
}

function digitsOf(value: number): number {
  let digits = 1;
  for (let bound = 10; value >= bound; bound *= 10) digits += 1;
  return digits;
}

function writeDigits(out: Buffer, at: number, { value, digits }: { value: number; digits: number }): number {
  let left = value >>> 0;
  for (let place = at + digits - 1; place >= at; place -= 1) {
    const rest = (left / 10) >>> 0;
    out[place] = 48 + left - rest * 10;
    left = rest;
  }
  return at + digits;
}
