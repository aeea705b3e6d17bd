import { randomBytes, timingSafeEqual } from "node:crypto";
import type { SecretBox } from "../database/secret-box.ts";
import { dayMs } from "../time.ts";

/** What a browser keeps after a login, to be known by at the next one. It opens nothing by itself. */
export const browserMarkSecondsMax = (180 * dayMs) / 1000;
const markForm = /^([\w-]{22})\.(\d{1,12})\.([\w-]{43})$/;

export function markBrowser(secrets: SecretBox, email: string, now: Date): string {
  const id = randomBytes(16).toString("base64url");
  const since = String(Math.floor(now.getTime() / 1000));
  return `${id}.${since}.${signatureOf(secrets, { id, since, email }).toString("base64url")}`;
}

/** The browser's own id, if we marked it for this account and not too long ago. */
export function recogniseBrowser(secrets: SecretBox, mark: string | null, email: string, now: Date): string | null {
  const [, id = "", since = "", signature = ""] = markForm.exec(mark ?? "") ?? [];
  const ageSeconds = now.getTime() / 1000 - Number(since);
  if (id === "" || ageSeconds > browserMarkSecondsMax) return null;
  const isOurs = timingSafeEqual(Buffer.from(signature, "base64url"), signatureOf(secrets, { id, since, email }));
  return isOurs ? id : null;
}

function signatureOf(secrets: SecretBox, { id, since, email }: { id: string; since: string; email: string }): Buffer {
  return secrets.sign(["browser", id, since, email.trim().toLowerCase()].join("\0"));
}
