import { mark, type Pieces } from "./network-pieces.ts";
import type { Network, NetworkLayer, Norm } from "./read-network.ts";

/** What is known of each piece of a title, in the light of all others: `width` numbers a piece. The next call overwrites them. */
export function runNetwork(network: Network, pieces: Pick<Pieces, "ids" | "cases" | "marks">): Float32Array {
  const { width, layers, arena } = network;
  const { ids } = pieces;
  embed(network, pieces);
  for (const layer of layers) {
    attend(network, layer, ids.length);
    feedForward(network, layer, ids.length);
  }
  return arena.state.subarray(0, ids.length * width);
}

function embed(
  { width, pieces, cases: caseRows, marks: markRows, places, embedNorm, arena }: Network,
  { ids, cases, marks }: Pick<Pieces, "ids" | "cases" | "marks">,
): void {
  for (let at = 0; at < ids.length; at += 1) {
    const row = arena.state.subarray(at * width, (at + 1) * width).fill(0);
    pieces.addTo(ids[at]!, row);
    caseRows.addTo(cases[at]!, row);
    if (marks[at]! !== mark.kept) markRows.addTo(marks[at]!, row);
    places.addTo(at, row);
    normalise(row, embedNorm);
  }
}

function attend({ width, heads, arena, multiply }: Network, layer: NetworkLayer, count: number): void {
  const { state, wide, mixed } = arena;
  multiply(state, layer.queryKeyValue, wide, count);
  const size = width / heads;
  const scale = 1 / Math.sqrt(size);
  const scores = new Float32Array(count);
  for (let head = 0; head < heads; head += 1) {
    for (let at = 0; at < count; at += 1) {
      const query = at * 3 * width + head * size;
      for (let other = 0; other < count; other += 1) {
        const key = other * 3 * width + width + head * size;
        let sum = 0;
        for (let part = 0; part < size; part += 1) sum += wide[query + part]! * wide[key + part]!;
        scores[other] = sum * scale;
      }
      softmax(scores);
      const out = mixed.subarray(at * width + head * size, at * width + (head + 1) * size);
      out.fill(0);
      for (let other = 0; other < count; other += 1) {
        const value = other * 3 * width + 2 * width + head * size;
        const weight = scores[other]!;
        for (let part = 0; part < size; part += 1) out[part]! += weight * wide[value + part]!;
      }
    }
  }
  multiply(mixed, layer.attended, arena.added, count);
  addAndNormalise(state, arena.added, layer.attendedNorm, { count, width });
}

function feedForward({ width, arena, multiply }: Network, layer: NetworkLayer, count: number): void {
  const { state, wide, added } = arena;
  multiply(state, layer.widen, wide, count);
  const values = wide.subarray(0, count * layer.widen.columns);
  for (let at = 0; at < values.length; at += 1) if (values[at]! < 0) values[at] = 0;
  multiply(wide, layer.narrow, added, count);
  addAndNormalise(state, added, layer.narrowNorm, { count, width });
}

type Size = { count: number; width: number };

function addAndNormalise(state: Float32Array, more: Float32Array, norm: Norm, { count, width }: Size): void {
  for (let at = 0; at < count; at += 1) {
    const row = state.subarray(at * width, (at + 1) * width);
    add(row, more.subarray(at * width, (at + 1) * width));
    normalise(row, norm);
  }
}

function add(row: Float32Array, more: Float32Array): void {
  for (let at = 0; at < row.length; at += 1) row[at]! += more[at]!;
}

/** Mean 0 and spread 1, then the scale and shift that were learned. */
function normalise(row: Float32Array, { scale, shift }: Norm): void {
  let mean = 0;
  for (const value of row) mean += value;
  mean /= row.length;
  let spread = 0;
  for (const value of row) spread += (value - mean) ** 2;
  const factor = 1 / Math.sqrt(spread / row.length + 1e-5);
  for (let at = 0; at < row.length; at += 1) row[at] = (row[at]! - mean) * factor * scale[at]! + shift[at]!;
}

export function softmax(values: Float32Array): void {
  let most = -Infinity;
  for (const value of values) most = Math.max(most, value);
  let total = 0;
  for (let at = 0; at < values.length; at += 1) {
    values[at] = Math.exp(values[at]! - most);
    total += values[at]!;
  }
  for (let at = 0; at < values.length; at += 1) values[at]! /= total;
}
