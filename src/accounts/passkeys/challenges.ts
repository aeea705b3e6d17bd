import { randomBytes, timingSafeEqual } from "node:crypto";
import type { SecretBox } from "../../database/secret-box.ts";
import { later, minuteMs } from "../../time.ts";

/** What a challenge is for, and for which browser: `binding` is a secret that only this browser sends. */
export type ChallengeUse = { purpose: "log-in" | "add" | "second-step" | "confirm"; binding: string };
export type ChallengeState = { kind: "good"; endsAt: Date } | { kind: "expired" } | { kind: "foreign" };

export const challengeMsMax = 5 * minuteMs;
const [randomLength, timeLength, signatureLength] = [16, 6, 16];

/**
 * Signed, not stored: anyone may ask for one at the login, and must not fill a table with it. That none is answered twice is
 * noted when a passkey has answered it (`spendOnce`).
 */
export function createChallenge(secrets: SecretBox, use: ChallengeUse, now: Date): string {
  const head = Buffer.alloc(randomLength + timeLength);
  randomBytes(randomLength).copy(head);
  head.writeUIntBE(later(now, challengeMsMax).getTime(), randomLength, timeLength);
  return Buffer.concat([head, signatureOf(secrets, use, head)]).toString("base64url");
}

export function checkChallenge(secrets: SecretBox, use: ChallengeUse, challenge: string, now: Date): ChallengeState {
  const bytes = Buffer.from(challenge, "base64url");
  if (bytes.length !== randomLength + timeLength + signatureLength) return { kind: "foreign" };
  const head = bytes.subarray(0, randomLength + timeLength);
  const isOurs = timingSafeEqual(bytes.subarray(head.length), signatureOf(secrets, use, head));
  if (!isOurs) return { kind: "foreign" };
  const endsAt = new Date(head.readUIntBE(randomLength, timeLength));
  return endsAt > now ? { kind: "good", endsAt } : { kind: "expired" };
}

function signatureOf(secrets: SecretBox, { purpose, binding }: ChallengeUse, head: Buffer): Buffer {
  const text = ["passkey challenge", purpose, binding, head.toString("hex")].join("\0");
  return secrets.sign(text).subarray(0, signatureLength);
}
