import { commonPasswords } from "./common-passwords.ts";

export type PasswordFault =
  | { kind: "missing" }
  | { kind: "too-short"; lengthMin: number }
  | { kind: "too-long"; lengthMax: number }
  | { kind: "guessable" };

/** Enough for any phrase; what a person could send beyond it would only cost us time. */
export const passwordLengthMax = 128;

/**
 * Length and a blocklist, no rules about kinds of characters (NIST SP 800-63B-4: 15 where the password is the only
 * factor). `email` because many people take their own.
 */
export function findPasswordFault(password: string, email: string, lengthMin: number): PasswordFault | null {
  const { length } = Array.from(password);
  if (length === 0) return { kind: "missing" };
  if (length < lengthMin) return { kind: "too-short", lengthMin };
  if (length > passwordLengthMax) return { kind: "too-long", lengthMax: passwordLengthMax };
  return isGuessable(password.toLowerCase(), email.toLowerCase()) ? { kind: "guessable" } : null;
}

const wordEnds = /^[^\p{L}]+|[^\p{L}]+$/gu;

function isGuessable(password: string, email: string): boolean {
  const word = password.replace(wordEnds, "");
  const [name = ""] = email.split("@");
  const isKnown = (text: string) => text !== "" && (commonPasswords.has(text) || text === email || text === name);
  return isKnown(password) || isKnown(word) || isPattern(password);
}

const unitLengthMax = 8;
const runs = ["abcdefghijklmnopqrstuvwxyz", "1234567890", "qwertyuiopasdfghjklzxcvbnm", "qwertzuiopasdfghjklyxcvbnm"]
  .map((run) => run.repeat(2))
  .flatMap((run) => [run, run.split("").toReversed().join("")]);

/** A short unit over and over ("abcabcabc…", "2222…"), or a way along the alphabet or the keys. */
function isPattern(password: string): boolean {
  const repeats = (unitLength: number) =>
    password.length >= 2 * unitLength && password.startsWith(password.slice(unitLength));
  return (
    Array.from({ length: unitLengthMax }, (_, index) => index + 1).some(repeats) ||
    runs.some((run) => run.includes(password))
  );
}
