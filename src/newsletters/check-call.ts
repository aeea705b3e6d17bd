import { createHmac, timingSafeEqual } from "node:crypto";
import { minuteMs } from "../time.ts";

/** As Standard Webhooks names its headers. */
export type SignedCall = { id: string; timestamp: string; signature: string; body: Uint8Array };

export type CallFault = "unsigned" | "wrong-time" | "wrong-signature";

/** A copy of a call is worth nothing after this; clocks may differ by as much. */
const signatureMs = 5 * minuteMs;
const idCharsMax = 256;
const signaturesMax = 10;

/** Null: its sender knows the key. */
export function checkCall({ id, timestamp, signature, body }: SignedCall, key: Buffer, now: Date): CallFault | null {
  if (id === "" || id.length > idCharsMax || !/^\d{1,15}$/.test(timestamp) || signature === "") return "unsigned";
  if (Math.abs(Number(timestamp) * 1_000 - now.getTime()) > signatureMs) return "wrong-time";
  const expected = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest();
  // While a key is replaced, a sender may sign with both.
  const given = signature.split(" ").slice(0, signaturesMax);
  const isRight = given.some((one) => {
    const digest = one.startsWith("v1,") ? Buffer.from(one.slice(3), "base64") : Buffer.alloc(0);
    return digest.length === expected.length && timingSafeEqual(digest, expected);
  });
  return isRight ? null : "wrong-signature";
}
