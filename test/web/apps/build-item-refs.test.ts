import assert from "node:assert/strict";
import { test } from "node:test";
import { buildItemRefs } from "../../../src/web/apps/greader/build-item-refs.ts";

type Ref = [number: bigint, subscription: number, us: bigint];

const us2000 = 946_684_800_000_000n;

function pieceOf(...refs: Ref[]) {
  const bytes = Buffer.alloc(20 * refs.length);
  refs.forEach(([number, subscription, us], n) => {
    bytes.writeBigInt64BE(number, n * 20);
    bytes.writeUInt32BE(subscription, n * 20 + 8);
    bytes.writeBigInt64BE(us - us2000, n * 20 + 12);
  });
  return { count: refs.length, bytes };
}

const refsOf = (...refs: Ref[]) =>
  refs.map(([id, feed, us]) => ({ id: String(id), directStreamIds: [`feed/${feed}`], timestampUsec: String(us) }));

const first: Ref[] = [
  [1n, 1, 1_794_930_596_470_000n],
  [4_294_967_296n, 10, 1_794_930_596_470_001n],
];
const second: Ref[] = [
  [9_007_199_254_740_991n, 2_147_483_647, 999_999_999n],
  [10n, 100, 0n],
  [99_999_999_999n, 9, 946_684_799_999_999n],
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
