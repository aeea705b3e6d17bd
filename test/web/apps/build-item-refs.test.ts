import assert from "node:assert/strict";
import { test } from "node:test";
import { buildItemRefs } from "../../../src/web/apps/greader/build-item-refs.ts";

type Ref = [number: bigint, subscription: number, us: bigint];

const us2000 = 946_684_800_000_000n;

function pieceOf(...refs: Ref[]) {
  const view = new DataView(new ArrayBuffer(16 * refs.length));
  refs.forEach(([number, subscription, us], n) => {
    view.setBigInt64(n * 16, (number << 27n) | BigInt(subscription));
    view.setBigInt64(n * 16 + 8, us - us2000);
  });
  return { count: refs.length, view };
}

const refsOf = (...refs: Ref[]) =>
  refs.map(([id, feed, us]) => ({ id: String(id), directStreamIds: [`feed/${feed}`], timestampUsec: String(us) }));

const first: Ref[] = [
  [1n, 1, 1_794_930_596_470_000n],
  [4_294_967_296n, 10, 1_794_930_596_470_001n],
];
const second: Ref[] = [
  [68_719_476_735n, 134_217_727, 999_999_999n],
  [10n, 100, 0n],
  [10_000n, 9_999, 946_684_799_999_999n],
  [99_999_999n, 100_000_000, 9_007_199_254_740_991n],
  [100_000_000n, 99_999_999, 1_000_000_000_000_000n],
];

test("ids are the JSON of their numbers, whatever their length, over several pieces", () => {
  const built = (continuation?: string) =>
    JSON.parse(
      buildItemRefs(
        [pieceOf(...first), pieceOf(...second)],
        continuation === undefined ? {} : { continuation },
      ).toString(),
    );
  assert.deepEqual(built(), { itemRefs: refsOf(...first, ...second) });
  assert.deepEqual(built("17-4"), { itemRefs: refsOf(...first, ...second), continuation: "17-4" });
  assert.equal(buildItemRefs([], {}).toString(), '{"itemRefs":[]}');
});

test("a piece is written as far as it is counted, and a shorter answer has nothing of a longer one before", () => {
  buildItemRefs([pieceOf(...second, ...second)], {});
  assert.deepEqual(JSON.parse(buildItemRefs([{ ...pieceOf(...first), count: 1 }], {}).toString()), {
    itemRefs: refsOf(first[0]!),
  });
});
