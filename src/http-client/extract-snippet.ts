import type { ResponseHeaders } from "./flatten-headers.ts";
import { settle } from "./http-failure.ts";
import { nameFileKind } from "./name-file-kind.ts";
import { undoContentCoding } from "./undo-content-coding.ts";

const snippetCharsMax = 2048;

/** Thirty times the wire bytes that are looked at: a page that grows more than that is not worth showing. */
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
  // PostgreSQL stores no NUL in a text, and the others are of no use to a reader.
  const text = decoded.toString("utf8").replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g, "");
  return text === "" ? null : text.slice(0, snippetCharsMax);
}
