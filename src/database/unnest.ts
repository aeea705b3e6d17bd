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

export const textArray = arrayOf<string>({
  oid: 25,
  size: (value) => Buffer.byteLength(value),
  write: (buffer, at, value) => void buffer.write(value, at),
});

export const uuidArray = arrayOf<string>({
  oid: 2950,
  size: () => 16,
  write: (buffer, at, value) => void buffer.write(value.replaceAll("-", ""), at, "hex"),
});

export const vectorArray = arrayOf<Buffer>({
  oid: 3614,
  size: (value) => value.length,
  write: (buffer, at, value) => void value.copy(buffer, at),
});

const jsonArray = arrayOf<string>({
  oid: 3802,
  size: (value) => 1 + Buffer.byteLength(value),
  write: (buffer, at, value) => {
    buffer.writeUInt8(1, at); // version of jsonb's wire format
    buffer.write(value, at + 1);
  },
});

const arrays = {
  text: textArray,
  uuid: uuidArray,
  timestamptz: arrayOf<Date>({
    oid: 1184,
    size: () => 8,
    write: (buffer, at, value) => void buffer.writeBigInt64BE(BigInt(value.getTime() - postgresEpochMs) * 1000n, at),
  }),
  int: arrayOf<number>({
    oid: 23,
    size: () => 4,
    write: (buffer, at, value) => void buffer.writeInt32BE(value, at),
  }),
  bigint: arrayOf<bigint>({
    oid: 20,
    size: () => 8,
    write: (buffer, at, value) => void buffer.writeBigInt64BE(value, at),
  }),
  real: arrayOf<number>({
    oid: 700,
    size: () => 4,
    write: (buffer, at, value) => void buffer.writeFloatBE(value, at),
  }),
  boolean: arrayOf<boolean>({
    oid: 16,
    size: () => 1,
    write: (buffer, at, value) => void buffer.writeUInt8(value ? 1 : 0, at),
  }),
  bytea: arrayOf<Buffer>({
    oid: 17,
    size: (value) => value.length,
    write: (buffer, at, value) => void value.copy(buffer, at),
  }),
  /** In the form that `buildSearchVector` makes. */
  tsvector: vectorArray,
  jsonb: (values: unknown[]) =>
    jsonArray(values.map((value) => (value === null || value === undefined ? null : JSON.stringify(value)))),
};
type Values = { [Type in keyof typeof arrays]: Parameters<(typeof arrays)[Type]>[0][number] };

function arrayOf<Value>(encoder: Encoder<Value>): (values: (Value | null)[]) => Buffer {
  return (values) => encode(values, encoder);
}

/** One column of many rows sent in one statement: its name, its type, and where its value comes from. */
export type Column<Row> = { name: string; type: keyof Values; encode: (rows: Row[]) => Buffer };

export function column<Row, Type extends keyof Values>(
  name: string,
  type: Type,
  read: (row: Row) => Values[Type],
): Column<Row> {
  const toArray = arrays[type] as (values: Values[Type][]) => Buffer;
  return { name, type, encode: (rows) => toArray(rows.map(read)) };
}

/** `unnest($1::text[], …) as alias(name, …)`, counting parameters from `first`. */
export function unnestSql<Row>(alias: string, columns: Column<Row>[], first = 1): string {
  const parameters = columns.map(({ type }, index) => `$${first + index}::${type}[]`);
  return `unnest(${parameters.join(", ")}) as ${alias}(${columns.map(({ name }) => name).join(", ")})`;
}

export function unnestValues<Row>(columns: Column<Row>[], rows: Row[]): Buffer[] {
  return columns.map(({ encode }) => encode(rows));
}

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
