import { promisify } from "node:util";
import * as zlib from "node:zlib";
import { during, httpError } from "./http-failure.ts";

type Coding = "gzip" | "zlib" | "raw-deflate" | "br" | "zstd";
type Options = { maxOutputLength: number; finishFlush?: number };
type Decoder = {
  sync: (bytes: Buffer, options: Options) => Buffer;
  async: (bytes: Buffer, options: Options) => Promise<Buffer>;
  /** The flush mode that returns the start of a truncated body instead of an error. */
  cutFlush: number;
};

type DecodeLimits = { bytesMax: number; isCut: boolean };

const layersMax = 2;

/** Below this size the thread pool costs 2.4 times as much as the work itself. */
const syncBytesMax = 1024 * 1024;

/** 8 MB, what RFC 8878 asks every decoder to support; a frame may ask for gigabytes. */
const zstdWindowLogMax = 23;

/** In one call, because zlib's streams ignore maxOutputLength; every layer must fit in `bytesMax`. */
export async function undoContentCoding(wire: Buffer, contentEncoding: string, limits: DecodeLimits): Promise<Buffer> {
  const labels = contentEncoding
    .toLowerCase()
    .split(",")
    .map((label) => label.trim())
    .filter((label) => label !== "" && label !== "identity");
  if (labels.length > layersMax) {
    throw httpError({ kind: "bad-encoding" }, `${labels.length} content codings on top of each other`);
  }

  let body = wire;
  for (const label of labels.reverse()) body = await decodeLayer(body, codingOf(label, body), limits);
  // A .gz file served as it is on disk: gzip without a Content-Encoding.
  if (labels.length < layersMax && isGzip(body)) body = await decodeLayer(body, "gzip", limits);
  if (body.length > limits.bytesMax) {
    throw httpError({ kind: "too-large", what: "decoded" }, `more than ${limits.bytesMax} bytes decoded`);
  }
  return body;
}

/** Checks the bytes themselves: the header is wrong if a proxy decoded the body and kept it. */
function codingOf(label: string, body: Buffer): Coding | null {
  switch (label) {
    case "gzip":
    case "x-gzip":
      return isGzip(body) ? "gzip" : null;
    case "deflate":
      return isZlib(body) ? "zlib" : "raw-deflate";
    case "br":
      return "br";
    case "zstd":
      return isZstd(body) ? "zstd" : null;
    default:
      throw httpError({ kind: "bad-encoding" }, `unknown content coding ${label.slice(0, 40)}`);
  }
}

async function decodeLayer(bytes: Buffer, coding: Coding | null, limits: DecodeLimits): Promise<Buffer> {
  if (coding === null || bytes.length === 0) return bytes;
  const { sync, async, cutFlush } = decoders[coding];
  const options = { maxOutputLength: limits.bytesMax, ...(limits.isCut ? { finishFlush: cutFlush } : {}) };
  return during("decode", () => (bytes.length <= syncBytesMax ? sync(bytes, options) : async(bytes, options)));
}

const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH, ZSTD_e_flush } = zlib.constants;

const decoders: Record<Coding, Decoder> = {
  gzip: { sync: zlib.gunzipSync, async: promisify(zlib.gunzip), cutFlush: Z_SYNC_FLUSH },
  zlib: { sync: zlib.inflateSync, async: promisify(zlib.inflate), cutFlush: Z_SYNC_FLUSH },
  "raw-deflate": { sync: zlib.inflateRawSync, async: promisify(zlib.inflateRaw), cutFlush: Z_SYNC_FLUSH },
  br: { sync: zlib.brotliDecompressSync, async: promisify(zlib.brotliDecompress), cutFlush: BROTLI_OPERATION_FLUSH },
  zstd: { sync: unzstd, async: async (bytes, options) => unzstd(bytes, options), cutFlush: ZSTD_e_flush },
};

/** Node decodes the first frame and silently drops the others, so we count them. */
function unzstd(bytes: Buffer, options: Options): Buffer {
  const params = { [zlib.constants.ZSTD_d_windowLogMax]: zstdWindowLogMax };
  const decoded: unknown = zlib.zstdDecompressSync(bytes, { ...options, params, info: true });
  const { buffer, engine } = decoded as { buffer: Buffer; engine: { bytesWritten: number } };
  if (engine.bytesWritten < bytes.length) throw new Error("more than one zstd frame");
  return buffer;
}

function isGzip(body: Buffer): boolean {
  return body[0] === 0x1f && body[1] === 0x8b;
}

function isZlib(body: Buffer): boolean {
  return body.length > 1 && ((body[0] ?? 0) & 0x0f) === 8 && body.readUInt16BE(0) % 31 === 0;
}

function isZstd(body: Buffer): boolean {
  return body.length > 3 && body.readUInt32LE(0) === 0xfd2fb528;
}
