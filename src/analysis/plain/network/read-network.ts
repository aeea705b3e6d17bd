import { readFileSync } from "node:fs";
import type { Language } from "../lexicon-entry.ts";
import { piecesMax } from "./network-pieces.ts";
import { openWeights, type Rows } from "./open-weights.ts";
import layout from "./weights/network.json" with { type: "json" };

/** A matrix with its bias, in the memory that `multiply` works in. */
export type Matrix = { at: number; bias: number; inner: number; columns: number };
export type Norm = { scale: Float32Array; shift: Float32Array };

export type NetworkLayer = {
  queryKeyValue: Matrix;
  attended: Matrix;
  attendedNorm: Norm;
  widen: Matrix;
  narrow: Matrix;
  narrowNorm: Norm;
};

/** A small transformer that reads a title in three languages. docs/evaluation.md says how it was trained and how well it does. */
export type Network = {
  width: number;
  heads: number;
  vocabulary: ReadonlyMap<string, number>;
  pieces: Rows;
  cases: Rows;
  marks: Rows;
  places: Rows;
  embedNorm: Norm;
  layers: NetworkLayer[];
  /** What a word's numbers are multiplied by: to keep, delete or replace it, and what to replace it with. */
  operations: Output;
  replacements: Output;
  /** What the whole title's numbers are multiplied by: nothing to do, to be edited, only the article knows. */
  fixes: Output;
  /** What an edit's numbers are multiplied by: whether a strict reader accepts it. */
  accepted: Output;
  words: Record<Language, { from: number; texts: string[] }>;
  /** Work areas, used again for each title: what is known of each piece, what is wide, and what is added. */
  arena: { state: Float32Array; wide: Float32Array; mixed: Float32Array; added: Float32Array };
  multiply: (left: Float32Array, right: Matrix, out: Float32Array, rows: number) => void;
};

export type Output = { rows: Rows; bias: Float32Array };

/** Where the left matrix, the right one, the bias and the result begin; then rows, inner size and columns. */
type Multiply = (...places: number[]) => void;

let known: Network | undefined;

/** Read when the first title comes that may be loaded: 3 MB of weights, 7 MB of memory. */
export function readNetwork(): Network {
  known ??= createNetwork();
  return known;
}

const rowsAtOnce = 4;
const rowsMax = Math.ceil(piecesMax / rowsAtOnce) * rowsAtOnce;
const pageBytes = 65_536;

function createNetwork(): Network {
  const { width, heads, layers: layerCount, wide: wideWidth } = layout;
  const weights = openWeights(file("./weights/network.bin"), layout.arrays);
  const places = [...Array(layerCount).keys()];
  const matrices = places.flatMap((at) => matrixNames.map((name) => `${name}${at}`));
  const areas = [width, wideWidth, width, width].map((columns) => columns * rowsMax);
  const numbers = matrices.reduce((sum, name) => sum + weights.size(name) + weights.size(`${name}Bias`), 0);
  const { take, multiply } = openMemory(numbers + areas.reduce((sum, size) => sum + size, 0));

  const matrix = (name: string): Matrix => {
    const { rows, columns: inner } = weights.rows(name);
    const values = take(rows * inner);
    weights.transpose(name, values);
    const bias = take(rows);
    bias.set(weights.numbers(`${name}Bias`));
    return { at: values.byteOffset, bias: bias.byteOffset, inner, columns: rows };
  };
  const norm = (name: string): Norm => ({
    scale: weights.numbers(`${name}Scale`),
    shift: weights.numbers(`${name}Shift`),
  });
  const output = (name: string): Output => ({ rows: weights.rows(name), bias: weights.numbers(`${name}Bias`) });
  const layers = places.map((at) => ({
    queryKeyValue: matrix(`queryKeyValue${at}`),
    attended: matrix(`attended${at}`),
    attendedNorm: norm(`attendedNorm${at}`),
    widen: matrix(`widen${at}`),
    narrow: matrix(`narrow${at}`),
    narrowNorm: norm(`narrowNorm${at}`),
  }));
  const [state, wide, mixed, added] = areas.map(take) as [Float32Array, Float32Array, Float32Array, Float32Array];
  return {
    width,
    heads,
    vocabulary: readVocabulary(),
    pieces: weights.rows("pieces"),
    cases: weights.rows("cases"),
    marks: weights.rows("marks"),
    places: weights.rows("places"),
    embedNorm: norm("embedNorm"),
    layers,
    operations: output("operations"),
    replacements: output("replacements"),
    fixes: output("fixes"),
    accepted: output("accepted"),
    words: layout.words,
    arena: { state, wide, mixed, added },
    multiply,
  };
}

const matrixNames = ["queryKeyValue", "attended", "widen", "narrow"];

function file(name: string): Buffer {
  return readFileSync(new URL(name, import.meta.url));
}

function readVocabulary(): ReadonlyMap<string, number> {
  const pieces = file("./weights/pieces.txt").toString("utf8").trimEnd().split("\n");
  return new Map(pieces.map((piece, id) => [piece, id] as const));
}

/** Memory for so many numbers, given out from its beginning, and the function that works in it. */
function openMemory(numbers: number): { take: (size: number) => Float32Array; multiply: Network["multiply"] } {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(file("./multiply.wasm")));
  const memory = exports["memory"] as WebAssemblyMemory;
  const multiply = exports["multiply"] as Multiply;
  memory.grow(Math.ceil((4 * numbers) / pageBytes));
  let next = 0;
  return {
    take: (size) => {
      const area = new Float32Array(memory.buffer, next, size);
      next += size * 4;
      return area;
    },
    multiply: (left, right, out, rows) => {
      const padded = Math.ceil(rows / rowsAtOnce) * rowsAtOnce;
      multiply(left.byteOffset, right.at, right.bias, out.byteOffset, padded, right.inner, right.columns);
    },
  };
}
