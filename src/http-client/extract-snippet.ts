import { undoContentCoding } from "./undo-content-coding.ts";
import { settle } from "./http-failure.ts";

const snippetCharsMax = 2048;

/** Thirty times the wire bytes that are looked at: a page that grows more than that is not worth showing. */
const decodedBytesMax = 64 * 1024;

/** The start of an error page as text, for a person's eyes; null when it cannot be read. */
export async function extractSnippet(wire: Buffer, contentEncoding: string): Promise<string | null> {
  const start = wire.subarray(0, snippetCharsMax);
  const decoded = await settle(() =>
    undoContentCoding(start, contentEncoding, { bytesMax: decodedBytesMax, isCut: true }),
  );
  if (!Buffer.isBuffer(decoded)) return null;
  // PostgreSQL stores no NUL in a text, and the others are of no use to a reader.
  const text = decoded.toString("utf8").replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g, "");
  return text === "" ? null : text.slice(0, snippetCharsMax);
}
