import type { AccountParts } from "./account-parts.ts";
import { parseEmail } from "./parse-email.ts";
import { makeResetPass } from "./pass-store.ts";
import { judgeAttempts, type Throttled } from "./throttle-policy.ts";
import { countAttempt } from "./throttle-store.ts";

export type ResetAsked = { kind: "asked"; sending: Promise<void> } | Throttled;
export type SendResetLink = (to: string, token: string) => Promise<void>;

/** Neither the answer nor the time it takes tells whether the account exists: `sending` goes on after it. */
export async function askForReset(
  { db, now }: AccountParts,
  { email, address }: { email: string; address: string | null },
  send: SendResetLink,
): Promise<ResetAsked> {
  const at = now();
  const counts = await countAttempt(db, { purpose: "reset", email, address }, at);
  const throttled = judgeAttempts(counts, at);
  if (throttled !== null) return throttled;

  const sendTo = async (to: string) => {
    const token = await makeResetPass(db, to, at);
    if (token !== null) await send(to, token);
  };
  const known = parseEmail(email);
  return { kind: "asked", sending: known === null ? Promise.resolve() : sendTo(known) };
}
