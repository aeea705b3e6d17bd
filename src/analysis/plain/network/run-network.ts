import { mark, type Pieces } from "./network-pieces.ts";
import type { Network, NetworkLayer } from "./read-network.ts";

type Row = Pick<Pieces, "ids" | "cases" | "marks">;

/**
 * What is known of the first `wanted` pieces of a title, in the light of all others: `width` numbers a piece. The next call overwrites
 * them. The last layer works out nothing else: of an edit only the first piece is wanted, which saves a sixth.
 */
export function runNetwork(network: Network, row: Row, wanted = row.ids.length): Float32Array {
  const { width, layers, arena } = network;
  const count = row.ids.length;
  embed(network, row);
  for (const layer of layers)
    runLayer(network, layer, { rows: count, wanted: layer === layers.at(-1) ? wanted : count });
  return arena.state.subarray(0, wanted * width);
}

function embed({ width, pieces, cases, marks, places, embedNorm, arena, addAndNormalise }: Network, row: Row): void {
  const { state, added } = arena;
  const count = row.ids.length;
  state.fill(0, 0, count * width);
  added.fill(0, 0, count * width);
  for (let at = 0; at < count; at += 1) {
    const sum = state.subarray(at * width, (at + 1) * width);
    pieces.addTo(row.ids[at]!, sum);
    cases.addTo(row.cases[at]!, sum);
    if (row.marks[at]! !== mark.kept) marks.addTo(row.marks[at]!, sum);
    places.addTo(at, sum);
  }
  addAndNormalise(state, added, embedNorm, count);
}

function runLayer(
  { arena, multiply, attend, addAndNormalise }: Network,
  { queryKeyValue, attended, attendedNorm, widen, narrow, narrowNorm }: NetworkLayer,
  { rows, wanted }: { rows: number; wanted: number },
): void {
  const { state, wide, mixed, added } = arena;
  multiply(state, queryKeyValue, wide, { rows });
  attend(wide, mixed, { rows, wanted });
  multiply(mixed, attended, added, { rows: wanted });
  addAndNormalise(state, added, attendedNorm, wanted);
  multiply(state, widen, wide, { rows: wanted, least: 0 });
  multiply(wide, narrow, added, { rows: wanted });
  addAndNormalise(state, added, narrowNorm, wanted);
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
