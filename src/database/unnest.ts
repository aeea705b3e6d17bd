import {
  bigintArray,
  boolArray,
  bytesArray,
  floatArray,
  intArray,
  jsonArray,
  textArray,
  timeArray,
  uuidArray,
} from "./binary-array.ts";

const encoders = {
  text: textArray,
  uuid: uuidArray,
  timestamptz: timeArray,
  int: intArray,
  bigint: bigintArray,
  real: floatArray,
  boolean: boolArray,
  bytea: bytesArray,
  jsonb: jsonArray,
};
type Values = { [Type in keyof typeof encoders]: Parameters<(typeof encoders)[Type]>[0][number] };

/** One column of many rows sent in one statement: its name, its type, and where its value comes from. */
export type Column<Row> = { name: string; type: keyof Values; encode: (rows: Row[]) => Buffer };

export function column<Row, Type extends keyof Values>(
  name: string,
  type: Type,
  read: (row: Row) => Values[Type],
): Column<Row> {
  const encoder = encoders[type] as (values: Values[Type][]) => Buffer;
  return { name, type, encode: (rows) => encoder(rows.map(read)) };
}

/** `unnest($1::text[], …) as alias(name, …)`, counting parameters from `first`. */
export function unnestSql<Row>(alias: string, columns: Column<Row>[], first = 1): string {
  const parameters = columns.map(({ type }, index) => `$${first + index}::${type}[]`);
  return `unnest(${parameters.join(", ")}) as ${alias}(${columns.map(({ name }) => name).join(", ")})`;
}

export function unnestValues<Row>(columns: Column<Row>[], rows: Row[]): Buffer[] {
  return columns.map(({ encode }) => encode(rows));
}
