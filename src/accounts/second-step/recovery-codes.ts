import { randomInt } from "node:crypto";
import { hashToken } from "../secret-token.ts";

export const recoveryCodesCount = 10;
/** Crockford's: nothing that looks like something else. */
const letters = "0123456789abcdefghjkmnpqrstvwxyz";
/** 80 bits: a stolen table of plain hashes opens nothing. */
const codeChars = 16;

/** Shown once; the database knows their hashes. */
export function createRecoveryCodes(): { codes: string[]; hashes: Buffer[] } {
  const plain = Array.from({ length: recoveryCodesCount }, () =>
    Array.from({ length: codeChars }, () => letters[randomInt(letters.length)]).join(""),
  );
  return { codes: plain.map((code) => code.replaceAll(/.{4}(?=.)/g, "$&-")), hashes: plain.map(hashToken) };
}

/** Of what a person typed from paper; null where it cannot be a code. */
export function hashRecoveryCode(written: string): Buffer | null {
  const code = written.toLowerCase().replaceAll(/[\s-]/g, "").replaceAll("o", "0").replaceAll(/[il]/g, "1");
  return code.length === codeChars && /^[\da-z]+$/.test(code) ? hashToken(code) : null;
}
