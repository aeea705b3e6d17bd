import { inTransaction } from "../../database/transaction.ts";
import { later, minuteMs } from "../../time.ts";
import type { AccountParts } from "../auth-provider.ts";
import { openTicket, sealTicket } from "../ticket.ts";
import type { PersonHere } from "../ways-in.ts";
import { lockWaysIn } from "../ways-in-store.ts";
import { createRecoveryCodes } from "./recovery-codes.ts";
import { findSecondStep, replaceRecoveryCodes, type SecondStep, saveSecondStep } from "./second-step-store.ts";
import { sealTotpSecret } from "./second-step.ts";
import { createTotpSecret, findTotpStep } from "./totp.ts";

type Parts = Pick<AccountParts, "db" | "secrets" | "now">;

/** `codes`: recovery codes, shown this once; null where the person has some already. `isOther`: it was not so before. */
export type SecondStepChanged = { kind: "changed"; codes: string[] | null; isOther: boolean };

const none: SecondStep = { sealedSecret: null, asksPasskey: false, recoveryCodes: 0 };
const setupMsMax = 60 * minuteMs;

/** A new secret waits on the page, sealed, until a code shows that the app has it: only then is it stored. */
export function beginTotp({ secrets, now }: Parts, personId: string): { secret: Buffer; setup: string } {
  const secret = createTotpSecret();
  const waiting: Waiting = { personId, secret: secret.toString("base64"), endsAt: later(now(), setupMsMax).getTime() };
  return { secret, setup: sealTicket(secrets, "codes setup", waiting) };
}

type Waiting = { personId: string; secret: string; endsAt: number };

/** Null where the setup is not this person's, or too old. */
export function openTotpSetup({ secrets, now }: Parts, personId: string, setup: string): Buffer | null {
  const waiting = openTicket(secrets, "codes setup", setup, now()) as Waiting | null;
  return waiting?.personId === personId ? Buffer.from(waiting.secret, "base64") : null;
}

/** From now on a login asks for a code of this secret, which replaces the one before. The code that confirms it is used up. */
export async function confirmTotp(
  parts: Parts,
  person: PersonHere,
  secret: Buffer,
  code: string,
): Promise<SecondStepChanged | { kind: "wrong" }> {
  const step = findTotpStep(secret, code, parts.now());
  if (step === null) return { kind: "wrong" };
  const sealedSecret = sealTotpSecret(parts.secrets, secret);
  return change(parts, person, (before) => ({ sealedSecret, step, asksPasskey: before.asksPasskey }));
}

export function endTotp(parts: Parts, person: PersonHere): Promise<SecondStepChanged> {
  return change(parts, person, ({ asksPasskey }) => ({ sealedSecret: null, step: null, asksPasskey }));
}

/** Asks for a passkey after the password, if the person has one that works here. */
export function setPasskeyStep(parts: Parts, person: PersonHere, isAsked: boolean): Promise<SecondStepChanged> {
  return change(parts, person, ({ sealedSecret }, passkeys) => ({
    sealedSecret,
    step: null,
    asksPasskey: isAsked && passkeys > 0,
  }));
}

type Change = (before: SecondStep, passkeys: number) => Omit<SecondStep, "recoveryCodes"> & { step: number | null };

async function change({ db, now }: Parts, person: PersonHere, plan: Change): Promise<SecondStepChanged> {
  return inTransaction(db, async (tx): Promise<SecondStepChanged> => {
    const { id } = person;
    const { passkeys } = await lockWaysIn(tx, person);
    const before = (await findSecondStep(tx, id)) ?? none;
    const after = plan(before, passkeys);
    await saveSecondStep(tx, id, after, now());
    const isOther = before.sealedSecret !== after.sealedSecret || before.asksPasskey !== after.asksPasskey;
    const isOn = after.sealedSecret !== null || after.asksPasskey;
    if (!isOn || before.recoveryCodes > 0) return { kind: "changed", codes: null, isOther };
    const { codes, hashes } = createRecoveryCodes();
    await replaceRecoveryCodes(tx, id, hashes, now());
    return { kind: "changed", codes, isOther };
  });
}

/** Null where no second step is asked: the codes would open nothing. */
export async function renewRecoveryCodes({ db, now }: Parts, person: PersonHere): Promise<string[] | null> {
  return inTransaction(db, async (tx) => {
    const { id } = person;
    await lockWaysIn(tx, person);
    if ((await findSecondStep(tx, id)) === null) return null;
    const { codes, hashes } = createRecoveryCodes();
    await replaceRecoveryCodes(tx, id, hashes, now());
    return codes;
  });
}
