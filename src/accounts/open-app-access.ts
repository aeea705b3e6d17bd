import { timingSafeEqual } from "node:crypto";
import { admitAttempt, type Throttled } from "./admit-attempt.ts";
import { type AppAccess, type AppKey, type AppProtocol, findAppAccess } from "./app-password-store.ts";
import type { AccountParts } from "./auth-provider.ts";
import { forgiveAttempts } from "./throttle-store.ts";

type Parts = Pick<AccountParts, "db" | "secrets" | "now">;
export type AppLogIn = { kind: "open"; access: AppAccess } | { kind: "wrong" } | Throttled;
type Given = {
  protocol: AppProtocol;
  /** The app password, or what a Fever client sends for it. */
  secret: string;
  /** As typed; null where the protocol does not send it. It must be the owner's. */
  email: string | null;
  address: string | null;
};

const secretCharsMax = 200;

/** The one place where an app password is tried, so that every guess is counted as with logins. */
export async function logInApp(parts: Parts, { protocol, secret, email, address }: Given): Promise<AppLogIn> {
  const { db, now } = parts;
  const attempt = { purpose: "app", email: email ?? "", address, browser: null } as const;
  const admission = await admitAttempt(parts, attempt, now());
  if (admission.kind === "throttled") return admission;
  if (secret === "" || secret.length > secretCharsMax) return { kind: "wrong" };
  const access = await findAppAccess(db, { secret }, { address, now: now() });
  const isOwner = email === null || access?.email.toLowerCase() === email.trim().toLowerCase();
  if (access === null || access.protocol !== protocol || !isOwner) return { kind: "wrong" };
  await forgiveAttempts(db, admission.keys);
  return { kind: "open", access };
}

/**
 * For protocols that send the password, or what stands for it, with every request: hundreds of them may run at once, so only wrong
 * ones are counted. Somebody who has used up their tries still gets in with a right one; 124 bits are not guessed.
 */
export async function recogniseSecret(
  parts: Parts,
  { protocol, secret, address }: Omit<Given, "email">,
): Promise<AppLogIn> {
  const { db, now } = parts;
  const isPossible = secret !== "" && secret.length <= secretCharsMax;
  const access = isPossible ? await findAppAccess(db, { secret }, { address, now: now() }) : null;
  if (access?.protocol === protocol) return { kind: "open", access };
  // Without a secret, nothing was tried.
  if (secret === "") return { kind: "wrong" };
  const admission = await admitAttempt(parts, { purpose: "app", email: "", address, browser: null }, now());
  return admission.kind === "throttled" ? admission : { kind: "wrong" };
}

/**
 * What an app carries after its login, instead of the password. Without "=", "+" and white space, on which clients split
 * it. It lives as long as the app password.
 */
export function createAppToken({ secrets }: Pick<Parts, "secrets">, passwordId: string): string {
  return `pw/${passwordId.replaceAll("-", "")}${signatureOf(secrets, passwordId)}`;
}

const tokenForm = /^pw\/([\da-f]{8})([\da-f]{4})([\da-f]{4})([\da-f]{4})([\da-f]{12})([\da-f]{40})$/;

/** Null where we did not sign it, or its password was revoked or is for another protocol. */
export async function findAccessOfToken(
  parts: Parts,
  { token, protocol, address }: { token: string; protocol: AppProtocol; address: string | null },
): Promise<AppAccess | null> {
  const [, a, b, c, d, e, signature = ""] = tokenForm.exec(token) ?? [];
  const passwordId = [a, b, c, d, e].join("-");
  const isOurs =
    signature !== "" && timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(parts.secrets, passwordId)));
  if (!isOurs) return null;
  const key: AppKey = { passwordId };
  const access = await findAppAccess(parts.db, key, { address, now: parts.now() });
  return access?.protocol === protocol ? access : null;
}

const signatureChars = 40;

function signatureOf(secrets: Parts["secrets"], passwordId: string): string {
  return secrets.sign(`app token\0${passwordId}`).toString("hex").slice(0, signatureChars);
}
