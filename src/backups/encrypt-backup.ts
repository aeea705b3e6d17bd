import { createCipheriv, createDecipheriv, randomBytes, scrypt } from "node:crypto";
import { promisify } from "node:util";
import { Refusal } from "../refusal.ts";

/**
 * The form of an encrypted backup: a line that names it, 16 bytes of salt, then pieces of 64 KB, each encrypted with
 * AES-256-GCM and followed by its tag of 16 bytes. The key is scrypt's of the passphrase and the salt, so every file has one
 * of its own. A piece's nonce is its number and whether it is the last: pieces cannot be dropped, doubled or swapped
 * unseen, and a file cannot be cut short (the construction STREAM, as in age). The beginning is authenticated with every piece.
 */
export const encryptedMark = Buffer.from("plainwire encrypted backup 1\n");

const saltBytes = 16;
const pieceBytes = 65_536;
const tagBytes = 16;
const nonceBytes = 12;
// 128 MB and a third of a second for each try (OWASP's first choice). Fixed by the form, so that a file cannot ask for more.
const cost = { N: 131_072, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };

const derive = promisify<string, Buffer, number, typeof cost, Buffer>(scrypt);

export async function* encryptBackup(plain: AsyncIterable<Buffer>, passphrase: string): AsyncGenerator<Buffer> {
  const head = Buffer.concat([encryptedMark, randomBytes(saltBytes)]);
  const key = await keyOf(head, passphrase);
  yield head;
  for await (const { piece, number, isLast } of piecesOf(plain, pieceBytes)) {
    const cipher = createCipheriv("aes-256-gcm", key, nonceOf(number, isLast)).setAAD(head);
    yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
  }
}

/** `sealed` begins with the mark. Throws a sentence if the passphrase is another, or a byte of the file was changed. */
export async function* decryptBackup(sealed: AsyncIterable<Buffer>, passphrase: string): AsyncGenerator<Buffer> {
  const { head, rest } = await splitHead(sealed);
  const key = await keyOf(head, passphrase);
  for await (const { piece, number, isLast } of piecesOf(rest, pieceBytes + tagBytes)) {
    const decipher = createDecipheriv("aes-256-gcm", key, nonceOf(number, isLast)).setAAD(head);
    if (piece.length < tagBytes) throw cutShort();
    decipher.setAuthTag(piece.subarray(-tagBytes));
    try {
      yield Buffer.concat([decipher.update(piece.subarray(0, -tagBytes)), decipher.final()]);
    } catch {
      throw number === 0 ? notOpened() : cutShort();
    }
  }
}

function keyOf(head: Buffer, passphrase: string): Promise<Buffer> {
  return derive(passphrase.normalize("NFC"), head.subarray(encryptedMark.length), 32, cost);
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(nonceBytes);
  nonce.writeUIntBE(number, nonceBytes - 7, 6);
  nonce[nonceBytes - 1] = isLast ? 1 : 0;
  return nonce;
}

type Piece = { piece: Buffer; number: number; isLast: boolean };

/** Pieces of one size; the last may be shorter, and is empty only if there is nothing at all. */
async function* piecesOf(chunks: AsyncIterable<Buffer>, size: number): AsyncGenerator<Piece> {
  let number = 0;
  let held: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    // What is held back may be the last piece, which only the end of the file tells.
    while (held.length > size) {
      yield { piece: held.subarray(0, size), number, isLast: false };
      held = held.subarray(size);
      number += 1;
    }
  }
  yield { piece: held, number, isLast: true };
}

async function splitHead(sealed: AsyncIterable<Buffer>): Promise<{ head: Buffer; rest: AsyncIterable<Buffer> }> {
  const bytes = encryptedMark.length + saltBytes;
  const chunks = sealed[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  while (held.length < bytes) {
    const { value, done } = await chunks.next();
    if (done) throw cutShort();
    held = Buffer.concat([held, value]);
  }
  async function* restOf(): AsyncGenerator<Buffer> {
    yield held.subarray(bytes);
    for (;;) {
      const { value, done } = await chunks.next();
      if (done) return;
      yield value;
    }
  }
  return { head: held.subarray(0, bytes), rest: restOf() };
}

function notOpened(): Refusal {
  return new Refusal(
    "The backup cannot be decrypted: the passphrase is not the one it was made with, or the file is damaged.",
  );
}

function cutShort(): Refusal {
  return new Refusal("The encrypted backup is damaged or was cut short: nothing was restored.");
}
