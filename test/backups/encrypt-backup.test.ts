import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { decryptBackup, encryptBackup, encryptedMark } from "../../src/backups/encrypt-backup.ts";

const passphrase = "correct horse battery";
const pieceBytes = 65_536;

for (const bytes of [0, 1, pieceBytes - 1, pieceBytes, pieceBytes + 1, 3 * pieceBytes]) {
  test(`${bytes} bytes come back as they were, whatever the chunks`, async () => {
    const plain = randomBytes(bytes);
    const sealed = await collect(encryptBackup(chunksOf(plain, 10_007), passphrase));
    assert.ok(sealed.subarray(0, encryptedMark.length).equals(encryptedMark));
    assert.ok(bytes < 16 || !sealed.includes(plain.subarray(0, 16)));
    assert.deepEqual(await collect(decryptBackup(chunksOf(sealed, 997), passphrase)), plain);
  });
}

test("two backups of the same data share no byte after the mark", async () => {
  const plain = Buffer.alloc(100, "a");
  const [one, other] = [await seal(plain), await seal(plain)];
  assert.ok(!one.subarray(encryptedMark.length).equals(other.subarray(encryptedMark.length)));
});

test("a wrong passphrase, a changed byte, a cut, a dropped, doubled or swapped piece is refused with a sentence", async () => {
  const sealed = await seal(randomBytes(3 * pieceBytes));
  const headBytes = encryptedMark.length + 16;
  const size = pieceBytes + 16;
  const pieces = [0, 1, 2].map((n) => sealed.subarray(headBytes + n * size, headBytes + (n + 1) * size));
  const head = sealed.subarray(0, headBytes);
  const [first = head, second = head, third = head] = pieces;
  const damages: [string, Buffer][] = [
    ["a changed byte", changed(sealed, headBytes + size + 5)],
    ["a changed tag", changed(sealed, sealed.length - 1)],
    ["a changed salt", changed(sealed, encryptedMark.length)],
    ["cut in a piece", sealed.subarray(0, -1_000)],
    ["cut between two pieces", Buffer.concat([head, first, second])],
    ["cut in the head", sealed.subarray(0, encryptedMark.length + 3)],
    ["only a head", head],
    ["dropped", Buffer.concat([head, first, third])],
    ["doubled", Buffer.concat([head, first, first, second, third])],
    ["swapped", Buffer.concat([head, second, first, third])],
    ["something behind the end", Buffer.concat([sealed, Buffer.from("x")])],
  ];
  for (const [what, bytes] of damages) {
    await assert.rejects(collect(decryptBackup(chunksOf(bytes, 4_096), passphrase)), /damaged|cut short/, what);
  }
  await assert.rejects(
    collect(decryptBackup(chunksOf(sealed, 4_096), "another one")),
    /^Refusal: The backup cannot be decrypted: the passphrase is not the one it was made with, or the file is damaged\.$/,
  );
});

function seal(plain: Buffer): Promise<Buffer> {
  return collect(encryptBackup(chunksOf(plain, 50_000), passphrase));
}

function changed(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

async function* chunksOf(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function collect(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}
