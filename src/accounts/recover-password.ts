import { later, minuteMs } from "../time.ts";
import type { AccountParts, RecoveryLink, Unavailable } from "./auth-provider.ts";
import { admitAttempt, admitMail, type Throttled } from "./admit-attempt.ts";
import { findNewPasswordFaults, type NewPassword, type NewPasswordFaults, parseEmail } from "./credentials-policy.ts";
import { createResetPass, findPass, useResetPass } from "./pass-store.ts";
import { resetPasswordOf } from "./person-store.ts";
import { openTicket, sealTicket } from "./ticket.ts";

/** Neither the answer nor the time it takes tells whether the account exists: `sending` goes on after it. */
export type ResetAsked = { kind: "asked"; sending: Promise<void> } | Throttled;
export type SendResetLink = (to: string, token: string) => Promise<void>;
type Asking = { email: string; address: string | null };

/** Where the passwords are ours: mails a link of ours. */
export function askForReset(parts: AccountParts, asking: Asking, send: SendResetLink): Promise<ResetAsked> {
  return askForMail(parts, asking, async (to, at) => {
    const token = await createResetPass(parts.db, to, at);
    if (token !== null) await send(to, token);
  });
}

/** Where they are the provider's: it mails a link of its own. */
export function askForRecovery(parts: AccountParts, asking: Asking, returnTo: string): Promise<ResetAsked> {
  return askForMail(parts, asking, async (to) => {
    const asked = await parts.provider.recovery?.ask(to, { returnTo, verifier: verifierOf(parts) });
    if (asked?.kind === "unavailable") throw new Error(asked.reason);
  });
}

/** A stranger who asks for somebody's account cannot fill its mailbox, and cannot keep its owner from asking. */
async function askForMail(
  parts: AccountParts,
  { email, address }: Asking,
  send: (to: string, at: Date) => Promise<void>,
): Promise<ResetAsked> {
  const at = parts.now();
  const admission = await admitAttempt(parts, { purpose: "reset", email, address, browser: null }, at);
  if (admission.kind === "throttled") return admission;

  const sendTo = async (to: string) => {
    if (await admitMail(parts, "reset", to, at)) await send(to, at);
  };
  const known = parseEmail(email);
  return { kind: "asked", sending: known === null ? Promise.resolve() : sendTo(known) };
}

export type PasswordReset =
  | { kind: "reset" }
  | { kind: "invalid"; faults: NewPasswordFaults }
  | { kind: "bad-token" }
  | Unavailable;

/** By a link from the command line or the mail. The person logs in afterwards: the link may have been seen by others. */
export async function resetPassword(parts: AccountParts, token: string, form: NewPassword): Promise<PasswordReset> {
  const { db, provider, now, passwordLengthMin } = parts;
  const pass = await findPass(db, token, now());
  if (provider.hasher === null || pass?.purpose !== "reset") return { kind: "bad-token" };
  const faults = findNewPasswordFaults(form, pass.email ?? "", passwordLengthMin);
  if (faults !== null) return { kind: "invalid", faults };

  const hash = await provider.hasher.hash(form.password);
  if (hash === null) return { kind: "unavailable", reason: "too many passwords are being hashed at once" };

  const personId = await useResetPass(db, token, hash, now());
  return personId === null ? { kind: "bad-token" } : { kind: "reset" };
}

const ticketMsMax = 15 * minuteMs;

/** `ticket`: what the browser carries, sealed, from the link to the new password. */
export type RecoveryOpened = { kind: "opened"; ticket: string } | { kind: "bad-link" } | Unavailable;

export async function openRecovery(parts: AccountParts, link: RecoveryLink): Promise<RecoveryOpened> {
  const opened = await parts.provider.recovery?.open(link, verifierOf(parts));
  if (opened?.kind !== "opened") return opened ?? { kind: "bad-link" };
  const { id, email, access } = opened;
  const ticket: RecoveryTicket = { id, email, access, endsAt: later(parts.now(), ticketMsMax).getTime() };
  return { kind: "opened", ticket: sealTicket(parts.secrets, "password recovery", ticket) };
}

export type RecoveryFinished =
  | { kind: "reset" }
  | { kind: "invalid"; faults: NewPasswordFaults }
  | { kind: "unfit" }
  | { kind: "bad-link" }
  | Unavailable;

/** As a reset by our own link: every session ends, and so do the secret addresses of personal feeds. */
export async function finishRecovery(
  parts: AccountParts,
  sealed: string,
  form: NewPassword,
): Promise<RecoveryFinished> {
  const ticket = openRecoveryTicket(parts, sealed);
  if (ticket === null || parts.provider.recovery === null) return { kind: "bad-link" };
  const faults = findNewPasswordFaults(form, ticket.email, parts.passwordLengthMin);
  if (faults !== null) return { kind: "invalid", faults };
  const change = await parts.provider.recovery.finish(ticket.access, form.password);
  if (change.kind !== "changed") return change;
  await resetPasswordOf(parts.db, ticket.id, parts.now());
  return { kind: "reset" };
}

type RecoveryTicket = { id: string; email: string; access: string; endsAt: number };

/** Null where it is none of ours, or too old. */
export function openRecoveryTicket(
  { secrets, now }: Pick<AccountParts, "secrets" | "now">,
  sealed: string,
): RecoveryTicket | null {
  return openTicket(secrets, "password recovery", sealed, now()) as RecoveryTicket | null;
}

/** The same for all: a link may be opened in another browser than the one that asked, and only this server can redeem it. */
function verifierOf({ secrets }: AccountParts): string {
  return secrets.sign("recovery verifier").toString("base64url");
}
