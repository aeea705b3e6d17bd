import { readFileSync } from "node:fs";
import type { Language } from "../lexicon-entry.ts";
import { piecesMax } from "./network-pieces.ts";
import { openWeights, type Rows } from "./open-weights.ts";
import layout from "./weights/network.json" with { type: "json" };

/** Where a matrix, the steps of its columns and its bias begin in the memory of `multiply`. */
export type Matrix = { at: number; steps: number; bias: number; inner: number; columns: number };
/** Where scale and shift begin there. */
export type Norm = { scale: number; shift: number };

export type NetworkLayer = {
  queryKeyValue: Matrix;
  attended: Matrix;
  attendedNorm: Norm;
  widen: Matrix;
  narrow: Matrix;
  narrowNorm: Norm;
};

/** A small transformer that reads a title in three languages. training/README.md says how it was trained, docs/evaluation.md how well it does. */
export type Network = {
  width: number;
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
  /** `out` is `left` times `right`, and nothing in it is below `least`. */
  multiply: (left: Float32Array, right: Matrix, out: Float32Array, question: { rows: number; least?: number }) => void;
  /** What the first `wanted` of all `rows` pieces take from all, by queries, keys and values. */
  attend: (queriesKeysValues: Float32Array, out: Float32Array, question: { rows: number; wanted: number }) => void;
  addAndNormalise: (state: Float32Array, more: Float32Array, norm: Norm, rows: number) => void;
};

export type Output = { rows: Rows; bias: Float32Array };

/** A function of network.wat, which says what its numbers are. */
type Arithmetic = (...numbers: number[]) => void;

let known: Network | undefined;

/** Read when the first title comes that may be loaded: 3 MB of weights, 2 MB of memory. */
export function readNetwork(): Network {
  known ??= createNetwork();
  return known;
}

const rowsAtOnce = 4;
const rowsMax = Math.ceil(piecesMax / rowsAtOnce) * rowsAtOnce;

function createNetwork(): Network {
  const { width, heads, layers: layerCount, wide: wideWidth } = layout;
  const weights = openWeights(file("./weights/network.bin"), layout.arrays);
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(file("./network.wasm")));
  const take = areasOf(exports["memory"] as WebAssemblyMemory);

  const put = (values: Float32Array): number => {
    const area = take(values.length);
    area.set(values);
    return area.byteOffset;
  };
  const matrix = (name: string): Matrix => {
    const { rows: columns, columns: inner } = weights.rows(name);
    const { values, steps } = weights.bytes(name);
    const { buffer, byteOffset } = take(values.length / Float32Array.BYTES_PER_ELEMENT);
    packColumns(values, inner, new Int8Array(buffer, byteOffset, values.length));
    return { at: byteOffset, steps: put(steps), bias: put(weights.numbers(`${name}Bias`)), inner, columns };
  };
  const norm = (name: string): Norm => ({
    scale: put(weights.numbers(`${name}Scale`)),
    shift: put(weights.numbers(`${name}Shift`)),
  });
  const output = (name: string): Output => ({ rows: weights.rows(name), bias: weights.numbers(`${name}Bias`) });
  const layers = [...Array(layerCount).keys()].map((at) => ({
    queryKeyValue: matrix(`queryKeyValue${at}`),
    attended: matrix(`attended${at}`),
    attendedNorm: norm(`attendedNorm${at}`),
    widen: matrix(`widen${at}`),
    narrow: matrix(`narrow${at}`),
    narrowNorm: norm(`narrowNorm${at}`),
  }));
  const rowsOf = (columns: number) => take(columns * rowsMax);
  return {
    width,
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
    arena: { state: rowsOf(width), wide: rowsOf(wideWidth), mixed: rowsOf(width), added: rowsOf(width) },
    ...arithmetic(exports, {
      width,
      heads,
      // `attend` writes four numbers behind the last piece.
      scratch: { whole: rowsOf(wideWidth / 2), steps: rowsOf(1), weights: take(rowsMax + 4) },
    }),
  };
}

/** Where the functions of network.wat put what only they read. */
type Scratch = { whole: Float32Array; steps: Float32Array; weights: Float32Array };

function arithmetic(
  exports: Readonly<Record<string, unknown>>,
  { width, heads, scratch }: { width: number; heads: number; scratch: Scratch },
): Pick<Network, "multiply" | "attend" | "addAndNormalise"> {
  const [multiply, attend, addAndNormalise] = ["multiply", "attend", "addAndNormalise"].map(
    (name) => exports[name] as Arithmetic,
  ) as [Arithmetic, Arithmetic, Arithmetic];
  const [whole, rowSteps, weights] = [scratch.whole, scratch.steps, scratch.weights].map(
    ({ byteOffset }) => byteOffset,
  ) as [number, number, number];
  return {
    multiply: (left, { at, steps, bias, inner, columns }, out, { rows, least = -Infinity }) => {
      const padded = Math.ceil(rows / rowsAtOnce) * rowsAtOnce;
      multiply(padded, inner, columns, left.byteOffset, at, steps, bias, out.byteOffset, whole, rowSteps, least);
    },
    attend: (wide, out, { rows, wanted }) =>
      attend(wide.byteOffset, out.byteOffset, weights, rows, wanted, width, width / heads),
    addAndNormalise: (state, more, { scale, shift }, rows) =>
      addAndNormalise(rows, width, state.byteOffset, more.byteOffset, scale, shift),
  };
}

/** As `multiply` reads them: eight columns side by side, two numbers of each. */
function packColumns(values: Int8Array, inner: number, into: Int8Array): void {
  let next = 0;
  for (let column = 0; column < values.length / inner; column += 8)
    for (let at = 0; at < inner; at += 2)
      for (let own = column; own < column + 8; own += 1) {
        into[next++] = values[own * inner + at]!;
        into[next++] = values[own * inner + at + 1]!;
      }
}

function file(name: string): Buffer {
  return readFileSync(new URL(name, import.meta.url));
}

function readVocabulary(): ReadonlyMap<string, number> {
  const pieces = file("./weights/pieces.txt").toString("utf8").trimEnd().split("\n");
  return new Map(pieces.map((piece, id) => [piece, id] as const));
}

/** Gives out areas of numbers, one behind the other. */
function areasOf({ buffer }: WebAssemblyMemory): (numbers: number) => Float32Array {
  let next = 0;
  return (numbers) => {
    const area = new Float32Array(buffer, next, numbers);
    next += area.byteLength;
    return area;
  };
}
