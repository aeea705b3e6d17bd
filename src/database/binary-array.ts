/**
 * Array parameters in PostgreSQL's binary format: half the CPU of text arrays on both sides
 * (60+27 against 35+17 µs per feed). The driver sends a Buffer as a binary parameter;
 * the statement must name the type, as in `$1::text[]`.
 */
type Encoder<Value> = {
  oid: number;
  size: (value: Value) => number;
  write: (buffer: Buffer, at: number, value: Value) => void;
};

const headerBytes = 20;
const emptyHeaderBytes = 12;
// PostgreSQL counts microseconds from 2000-01-01.
const postgresEpochMs = 946_684_800_000;

export function textArray(values: (string | null)[]): Buffer {
  return encode(values, textEncoder);
}

export function uuidArray(values: (string | null)[]): Buffer {
  return encode(values, uuidEncoder);
}

export function timeArray(values: (Date | null)[]): Buffer {
  return encode(values, timeEncoder);
}

export function intArray(values: (number | null)[]): Buffer {
  return encode(values, intEncoder);
}

export function bigintArray(values: (bigint | null)[]): Buffer {
  return encode(values, bigintEncoder);
}

export function floatArray(values: (number | null)[]): Buffer {
  return encode(values, floatEncoder);
}

export function boolArray(values: (boolean | null)[]): Buffer {
  return encode(values, boolEncoder);
}

export function bytesArray(values: (Buffer | null)[]): Buffer {
  return encode(values, bytesEncoder);
}

export function jsonArray(values: unknown[]): Buffer {
  return encode(
    values.map((value) => (value === null || value === undefined ? null : JSON.stringify(value))),
    jsonEncoder,
  );
}

const textEncoder: Encoder<string> = {
  oid: 25,
  size: (value) => Buffer.byteLength(value),
  write: (buffer, at, value) => void buffer.write(value, at),
};
const uuidEncoder: Encoder<string> = {
  oid: 2950,
  size: () => 16,
  write: (buffer, at, value) => void buffer.write(value.replaceAll("-", ""), at, "hex"),
};
const timeEncoder: Encoder<Date> = {
  oid: 1184,
  size: () => 8,
  write: (buffer, at, value) => void buffer.writeBigInt64BE(BigInt(value.getTime() - postgresEpochMs) * 1000n, at),
};
const intEncoder: Encoder<number> = {
  oid: 23,
  size: () => 4,
  write: (buffer, at, value) => void buffer.writeInt32BE(value, at),
};
const bigintEncoder: Encoder<bigint> = {
  oid: 20,
  size: () => 8,
  write: (buffer, at, value) => void buffer.writeBigInt64BE(value, at),
};
const floatEncoder: Encoder<number> = {
  oid: 700,
  size: () => 4,
  write: (buffer, at, value) => void buffer.writeFloatBE(value, at),
};
const boolEncoder: Encoder<boolean> = {
  oid: 16,
  size: () => 1,
  write: (buffer, at, value) => void buffer.writeUInt8(value ? 1 : 0, at),
};
const bytesEncoder: Encoder<Buffer> = {
  oid: 17,
  size: (value) => value.length,
  write: (buffer, at, value) => void value.copy(buffer, at),
};
const jsonEncoder: Encoder<string> = {
  oid: 3802,
  size: (value) => 1 + Buffer.byteLength(value),
  write: (buffer, at, value) => {
    buffer.writeUInt8(1, at); // version of jsonb's wire format
    buffer.write(value, at + 1);
  },
};

function encode<Value>(values: (Value | null)[], encoder: Encoder<Value>): Buffer {
  const sizes = values.map((value) => (value === null ? -1 : encoder.size(value)));
  const bytes = sizes.reduce(
    (sum, size) => sum + 4 + Math.max(size, 0),
    values.length === 0 ? emptyHeaderBytes : headerBytes,
  );
  const buffer = Buffer.allocUnsafe(bytes);
  buffer.writeInt32BE(values.length === 0 ? 0 : 1, 0);
  buffer.writeInt32BE(1, 4); // may hold nulls
  buffer.writeUInt32BE(encoder.oid, 8);
  if (values.length === 0) return buffer;
  buffer.writeInt32BE(values.length, 12);
  buffer.writeInt32BE(1, 16);
  let at = headerBytes;
  for (const [index, value] of values.entries()) {
    const size = sizes[index] ?? -1;
    buffer.writeInt32BE(size, at);
    at += 4;
    if (value !== null && size > 0) encoder.write(buffer, at, value);
    at += Math.max(size, 0);
  }
  return buffer;
}
