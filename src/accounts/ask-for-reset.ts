import type { AccountParts } from "./account-parts.ts";
import { admitAttempt, admitMail } from "./admit-attempt.ts";
import { parseEmail } from "./parse-email.ts";
import { makeResetPass } from "./pass-store.ts";
import type { Throttled } from "./throttle-policy.ts";

export type ResetAsked = { kind: "asked"; sending: Promise<void> } | Throttled;
export type SendResetLink = (to: string, token: string) => Promise<void>;

/**
 * Neither the answer nor the time it takes tells whether the account exists: `sending` goes on after it. Whoever asks for
 * another's account can fill neither its mailbox nor, by that, keep its owner from asking.
 */
export async function askForReset(
  parts: AccountParts,
  { email, address }: { email: string; address: string | null },
  send: SendResetLink,
): Promise<ResetAsked> {
  const at = parts.now();
  const admission = await admitAttempt(parts, { purpose: "reset", email, address, browser: null }, at);
  if (admission.kind === "throttled") return admission;

  const sendTo = async (to: string) => {
    if (!(await admitMail(parts, to, at))) return;
    const token = await makeResetPass(parts.db, to, at);
    if (token !== null) await send(to, token);
  };
  const known = parseEmail(email);
  return { kind: "asked", sending: known === null ? Promise.resolve() : sendTo(known) };
}
