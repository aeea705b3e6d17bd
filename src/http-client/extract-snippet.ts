import { isUtf8 } from "node:buffer";
import type { ResponseHeaders } from "./headers.ts";
import { settle } from "./http-failure.ts";
import { undoContentCoding } from "./undo-content-coding.ts";

const snippetCharsMax = 2048;

/** Thirty times the compressed bytes we read: a page that grows more than that is not worth showing. */
const decodedBytesMax = 64 * 1024;

/** The start of an error page as text, for a person to read, or what kind of file it is; null when it cannot be decoded. */
export async function extractSnippet(wire: Buffer, headers: ResponseHeaders): Promise<string | null> {
  const contentEncoding = headers["content-encoding"] ?? "";
  const start = wire.subarray(0, snippetCharsMax);
  const decoded = await settle(() =>
    undoContentCoding(start, contentEncoding, { bytesMax: decodedBytesMax, isCut: true }),
  );
  if (!Buffer.isBuffer(decoded)) return null;
  const fileKind = nameFileKind(decoded, headers["content-type"] ?? null);
  if (fileKind !== null) return `the answer is ${fileKind}`;
  // PostgreSQL cannot store NUL in a text, and the other control characters don't help a reader.
  const text = decoded.toString("utf8").replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g, "");
  return text === "" ? null : text.slice(0, snippetCharsMax);
}

/**
 * The kind of file for a message: "a PDF document", "an image"; null for any text. Bytes that are not text are never shown,
 * only named.
 */
export function nameFileKind(bytes: Buffer, contentType: string | null): string | null {
  const start = bytes.subarray(0, sampleBytes);
  const byMagic = kinds.find(([, isKind]) => isKind(start))?.[0];
  if (byMagic !== undefined) return byMagic;
  if (isWideText(start) || (!hasManyControls(start) && !isStrange(bytes, start, contentType))) return null;
  return nameMediaType(contentType) ?? "a binary file";
}

const sampleBytes = 1_024;

type Kind = [name: string, isKind: (start: Buffer) => boolean];

/** Signatures of letters only may also start a sentence: they count only with the control characters of a real file. */
const kinds: Kind[] = [
  ["a PDF document", (start) => at(start, 0, "%PDF-")],
  ["an image", (start) => at(start, 0, "\x89PNG\r\n", "\xff\xd8\xff", "II*\0", "MM\0*", "\0\0\x01\0")],
  ["an image", (start) => at(start, 0, "GIF87a", "GIF89a", "BM") && hasManyControls(start)],
  ["an image", (start) => at(start, 0, "RIFF") && at(start, 8, "WEBP")],
  ["an image", (start) => at(start, 4, "ftypavif", "ftyphei", "ftypmif1")],
  ["a ZIP archive", (start) => at(start, 0, "PK\x03\x04", "PK\x05\x06")],
  ["a gzip file", (start) => at(start, 0, "\x1f\x8b")],
  ["a compressed archive", (start) => at(start, 0, "7z\xbc\xaf\x27\x1c", "\xfd7zXZ\0", "Rar!\x1a", "\x28\xb5\x2f\xfd")],
  ["a compressed archive", (start) => /^BZh[1-9]1AY&SY/.test(start.toString("latin1", 0, 10))],
  ["an audio file", (start) => at(start, 4, "ftypM4A") || (at(start, 0, "RIFF") && at(start, 8, "WAVE"))],
  ["an audio file", (start) => at(start, 0, "ID3", "fLaC", "OggS") && hasManyControls(start)],
  ["an audio file", (start) => at(start, 0, "\xff\xfb", "\xff\xf3", "\xff\xf2")],
  ["a video", (start) => at(start, 4, "ftyp") || at(start, 0, "\x1aE\xdf\xa3", "\0\0\x01\xba")],
  ["a video", (start) => at(start, 0, "RIFF") && at(start, 8, "AVI ")],
];

function at(start: Buffer, offset: number, ...magics: string[]): boolean {
  return magics.some((magic) => start.toString("latin1", offset, offset + magic.length) === magic);
}

/** UTF-16 and UTF-32: a byte order mark, or letters with zeros between them. */
function isWideText(start: Buffer): boolean {
  return (
    at(start, 0, "\xff\xfe", "\xfe\xff") || /^(?:\0+[ -~]\0+[ -~]|[ -~]\0+[ -~]\0)/.test(start.toString("latin1", 0, 8))
  );
}

/** One in ten random bytes is a control character; text has tabs and line ends, but hardly any others. */
function hasManyControls(start: Buffer): boolean {
  let controls = 0;
  for (const byte of start) if (byte < 0x20 && !textControls.has(byte)) controls += 1;
  return controls > 1 && controls * 50 > start.length;
}

// Tab, line and page ends, and the escape character of ISO-2022-JP.
const textControls = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1b]);

/** Neither UTF-8 nor labelled as text, and much of it beyond ASCII. */
function isStrange(bytes: Buffer, start: Buffer, contentType: string | null): boolean {
  if (/^text\/|charset=|xml|html|json/i.test(contentType ?? "") || isUtf8(bytes)) return false;
  return start.reduce((high, byte) => high + (byte > 0x7f ? 1 : 0), 0) * 3 > start.length;
}

function nameMediaType(contentType: string | null): string | null {
  const family = /^\s*(image|audio|video|font)\//i.exec(contentType ?? "")?.[1]?.toLowerCase() ?? "";
  return mediaFamilies.get(family) ?? null;
}

const mediaFamilies = new Map([
  ["image", "an image"],
  ["audio", "an audio file"],
  ["video", "a video"],
  ["font", "a font"],
]);
