import { randomFillSync } from "node:crypto";

const uuidForm = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const pool = Buffer.allocUnsafe(4096);
let used = pool.length;

/** Time-ordered, so that inserts append to the index; made here because PostgreSQL 15 has no uuidv7(). */
export function uuidV7(now: Date): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const bytes = pool.subarray(used, (used += 16));
  bytes.writeUIntBE(now.getTime(), 0, 6);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Of any version, in either case: what PostgreSQL takes for a uuid without an error. */
export function isUuid(text: string): boolean {
  return uuidForm.test(text);
}
