import { randomBytes } from "node:crypto";
import type { SecretBox } from "../database/secret-box.ts";

/** 43 characters that nobody can guess. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** The address that a hub calls for one subscription. */
export function callbackUrl(publicOrigin: string, token: string): string {
  return `${publicOrigin}/websub/${token}`;
}

/** With which the hub signs: 64 characters, of the 199 that the standard allows. It is not stored, but made from our key. */
export function secretFor(secrets: SecretBox, token: string): string {
  return secrets.sign(`websub ${token}`).toString("hex");
}
