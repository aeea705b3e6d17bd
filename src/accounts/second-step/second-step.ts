import type { SecretBox } from "../../database/secret-box.ts";
import { inTransaction } from "../../database/transaction.ts";
import { later, minuteMs } from "../../time.ts";
import { admitAttempt, type Throttled } from "../admit-attempt.ts";
import type { AccountParts } from "../auth-provider.ts";
import type { RelyingParty } from "../passkeys/relying-party.ts";
import { type PasskeyRefused, provePasskey } from "../passkeys/use-passkey.ts";
import { createSecretToken } from "../secret-token.ts";
import { type StartedSession, startSession, type Visit } from "../session-store.ts";
import { forgiveAttempts } from "../throttle-store.ts";
import { noteRefusal } from "../ways-in-store.ts";
import { hashRecoveryCode } from "./recovery-codes.ts";
import {
  type BegunLogin,
  endBegunLogin,
  findBegunLogin,
  findSecondStep,
  saveBegunLogin,
  takeRecoveryCode,
  takeTotpStep,
} from "./second-step-store.ts";
import { findTotpStep } from "./totp.ts";

type Parts = Pick<AccountParts, "db" | "secrets" | "now" | "provider">;

const begunMsMax = 10 * minuteMs;

/** The token that leads to the second step; null where the password is enough. */
export async function beginSecondStep({ db, provider, now }: Parts, personId: string): Promise<string | null> {
  // Where another service keeps the passwords, a second step is its matter.
  if (provider.hasher === null || (await findSecondStep(db, personId)) === null) return null;
  const { token } = createSecretToken();
  await saveBegunLogin(db, token, personId, later(now(), begunMsMax));
  return token;
}

/** A code from the app, a recovery code, or a passkey. */
type Given = { code: string } | { answer: string; party: RelyingParty };
export type SecondStepPassed =
  | { kind: "logged-in"; email: string; session: StartedSession }
  | { kind: "wrong" }
  | { kind: "ended" }
  | PasskeyRefused
  | Throttled;

/** `ended`: too late, or the password was changed meanwhile. */
export async function passSecondStep(
  parts: Parts,
  token: string,
  given: Given,
  visit: Visit,
): Promise<SecondStepPassed> {
  const { db, now } = parts;
  const login = await findBegunLogin(db, token, now());
  if (login === null) return { kind: "ended" };
  const proof =
    "code" in given
      ? await proveCode(parts, login, given.code, visit)
      : await provePasskey(
          parts,
          { ...given, use: { purpose: "second-step", binding: token }, personId: login.personId },
          visit,
        );
  if (proof.kind !== "proved") return proof;

  const { personId, email } = login;
  return inTransaction(db, async (tx): Promise<SecondStepPassed> => {
    if (!(await endBegunLogin(tx, token))) return { kind: "ended" };
    const session = await startSession(tx, { personId, visit, tokens: null, event: "user_login" }, now());
    return { kind: "logged-in", email, session };
  });
}

/** The one place where a code is tried, so that every guess is counted. */
async function proveCode(
  parts: Parts,
  { personId, email }: BegunLogin,
  code: string,
  { address, browser = null }: Visit,
): Promise<{ kind: "proved" } | { kind: "wrong" } | Throttled> {
  const { db, now } = parts;
  const admission = await admitAttempt(parts, { purpose: "code", email, address, browser }, now());
  if (admission.kind === "throttled") return admission;
  if (!(await takeCode(parts, personId, code))) {
    await noteRefusal(db, personId, { why: "wrong code", address }, now());
    return { kind: "wrong" };
  }
  await forgiveAttempts(db, admission.keys);
  return { kind: "proved" };
}

async function takeCode({ db, secrets, now }: Parts, personId: string, code: string): Promise<boolean> {
  const recovery = hashRecoveryCode(code);
  if (recovery !== null) return takeRecoveryCode(db, personId, recovery, now());
  const sealed = (await findSecondStep(db, personId))?.sealedSecret ?? null;
  const secret = sealed === null ? null : openTotpSecret(secrets, sealed);
  const step = secret === null ? null : findTotpStep(secret, code, now());
  return step !== null && takeTotpStep(db, personId, step);
}

export function sealTotpSecret(secrets: SecretBox, secret: Buffer): Buffer {
  return secrets.seal(secret.toString("base64"));
}

/** Null where it was sealed with another SECRET_KEY: recovery codes still work. */
function openTotpSecret(secrets: SecretBox, sealed: Buffer): Buffer | null {
  try {
    return Buffer.from(secrets.open(sealed), "base64");
  } catch {
    return null;
  }
}
