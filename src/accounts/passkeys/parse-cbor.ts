/** What authenticators write: numbers, byte strings, texts, lists and maps, all of known length (CTAP2's canonical form). */
export type Cbor = number | string | boolean | null | Uint8Array | Cbor[] | CborMap;
type CborMap = Map<number | string, Cbor>;

const depthMax = 4;
const entriesMax = 100;

/** The first value in `bytes` and where it ends; null where it is none, or of a kind that no authenticator writes. */
export function parseCbor(bytes: Uint8Array): { value: Cbor; end: number } | null {
  const reader = { bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), at: 0 };
  try {
    return { value: readValue(reader, 0), end: reader.at };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

type Reader = { bytes: Buffer; at: number };

function readValue(reader: Reader, depth: number): Cbor {
  if (depth > depthMax) throw new RangeError("nested too deep");
  const first = reader.bytes.readUInt8(reader.at);
  reader.at += 1;
  const [major, minor] = [first >> 5, first & 31];
  if (major === 7) return readSimple(minor);
  const size = readSize(reader, minor);
  switch (major) {
    case 0:
      return size;
    case 1:
      return -1 - size;
    case 2:
      return readBytes(reader, size);
    case 3:
      return readBytes(reader, size).toString("utf8");
    case 4:
      return Array.from({ length: countOf(size) }, () => readValue(reader, depth + 1));
    case 5:
      return readMap(reader, size, depth);
    default:
      throw new RangeError("a tag");
  }
}

function readSimple(minor: number): Cbor {
  if (minor === 20 || minor === 21) return minor === 21;
  if (minor === 22) return null;
  throw new RangeError("neither true, false nor null");
}

/** Of eight bytes, and of unknown length, is nothing here. */
function readSize(reader: Reader, minor: number): number {
  if (minor < 24) return minor;
  const length = { 24: 1, 25: 2, 26: 4 }[minor];
  if (length === undefined) throw new RangeError("a size of this form");
  const size = reader.bytes.readUIntBE(reader.at, length);
  reader.at += length;
  return size;
}

function readBytes(reader: Reader, size: number): Buffer {
  const end = reader.at + size;
  if (end > reader.bytes.length) throw new RangeError("cut short");
  const part = reader.bytes.subarray(reader.at, end);
  reader.at = end;
  return part;
}

function readMap(reader: Reader, size: number, depth: number): CborMap {
  const map: CborMap = new Map();
  for (let left = countOf(size); left > 0; left -= 1) {
    const key = readValue(reader, depth + 1);
    if ((typeof key !== "number" && typeof key !== "string") || map.has(key)) throw new RangeError("a key of a map");
    map.set(key, readValue(reader, depth + 1));
  }
  return map;
}

function countOf(size: number): number {
  if (size > entriesMax) throw new RangeError("too many entries");
  return size;
}
