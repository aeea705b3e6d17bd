import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

// RFC 6238 with what every app knows: SHA-1, six digits, 30 seconds.
const stepMs = 30_000;
const digits = 6;
/** 160 bits, as RFC 4226 recommends. */
const secretBytes = 20;
/** A clock may be one step off, either way; and a code that was read at the end of its step is still typed. */
const driftSteps = 1;

export function createTotpSecret(): Buffer {
  return randomBytes(secretBytes);
}

/** The step whose code it is, near `now`; null for a wrong code. That no step is used twice is the store's matter. */
export function findTotpStep(secret: Buffer, written: string, now: Date): number | null {
  const code = written.replaceAll(/\s/g, "");
  if (!/^\d{6}$/.test(code)) return null;
  const current = Math.floor(now.getTime() / stepMs);
  let found: number | null = null;
  // All are compared, so that the time it takes tells nothing.
  for (let step = current - driftSteps; step <= current + driftSteps; step += 1) {
    if (timingSafeEqual(Buffer.from(totpCode(secret, step)), Buffer.from(code))) found ??= step;
  }
  return found;
}

export function totpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", secret).update(counter).digest();
  const at = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(at) & 0x7fff_ffff) % 10 ** digits).padStart(digits, "0");
}

/** What an app reads from the picture. The host tells several servers apart; apps split the label at a colon. */
export function totpAddress(secret: Buffer, { host, email }: { host: string; email: string }): string {
  const issuer = `Plainwire ${host}`.replaceAll(":", " ");
  const label = [issuer, email.replaceAll(":", " ")].map(encodeURIComponent).join(":");
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`;
}

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** RFC 4648 without padding. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? []).map((five) => letters[Number.parseInt(five.padEnd(5, "0"), 2)]).join("");
}
