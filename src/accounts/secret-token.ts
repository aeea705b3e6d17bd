import { createHash, randomBytes } from "node:crypto";

/** What a person carries (a session, a link); the database knows only its hash, so a backup opens nothing. */
export type SecretToken = { token: string; hash: Buffer };

const tokenBytes = 32;

export function createSecretToken(): SecretToken {
  const token = randomBytes(tokenBytes).toString("base64url");
  return { token, hash: hashToken(token) };
}

/** 256 random bits need no salt and no slow hash. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** Whether it could be one of ours; anything else is not worth a query. */
export function isSecretToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}
