import { asPerson } from "../database/transaction.ts";
import type { AccountParts, SignedUp, Unavailable } from "./auth-provider.ts";
import { admitAttempt, type Throttled } from "./admit-attempt.ts";
import { findPasswordFault, parseEmail, type PasswordFault } from "./credentials-policy.ts";
import { findPass } from "./pass-store.ts";
import { registerPerson, savePreferences } from "./person-store.ts";
import { sealTokens } from "./sessions.ts";
import { hashToken, isSecretToken } from "./secret-token.ts";
import { startSession, type StartedSession, type Visit } from "./session-store.ts";

export type RegistrationForm = {
  email: string;
  password: string;
  repeated: string;
  acceptsPrivacy: boolean;
  /** Of an invitation or setup link; empty without one. */
  passToken: string;
  /** As the browser says; a wrong one is as good as none. */
  timeZone?: string;
};

export type RegistrationFaults = {
  email: "invalid" | null;
  password: PasswordFault | null;
  repeated: "different" | null;
  privacy: "missing" | null;
};

/** Whether the form is shown at all; a link opens what a setting closes, may know the email, and one makes an operator. */
export type Admission =
  | { kind: "admitted"; email: string | null; asOperator: boolean }
  | { kind: "not-admitted"; why: "closed" | "uninvited" | "bad-token" };

export type Registration =
  | { kind: "registered"; session: StartedSession }
  | { kind: "confirm-first" }
  | { kind: "invalid"; faults: RegistrationFaults }
  | { kind: "taken" }
  | { kind: "unfit" }
  | Extract<Admission, { kind: "not-admitted" }>
  | Throttled
  | Unavailable;

export async function register(parts: AccountParts, form: RegistrationForm, visit: Visit): Promise<Registration> {
  const { provider, now } = parts;
  const at = now();
  const admission = await findAdmission(parts, form.passToken);
  if (admission.kind === "not-admitted") return admission;
  const email = parseEmail(form.email);
  const faults = findFaults(form, email, parts.passwordLengthMin);
  if (email === null || Object.values(faults).some((fault) => fault !== null)) return { kind: "invalid", faults };
  // "Taken" tells who has an account, so registering is counted like a guess.
  const attempt = { purpose: "register", email, address: visit.address, browser: null } as const;
  const counted = await admitAttempt(parts, attempt, at);
  if (counted.kind === "throttled") return counted;

  const signUp = await provider.signUp({ email, password: form.password }, at);
  switch (signUp.kind) {
    case "signed-up":
      return keep(parts, { signUp, visit, form: { ...form, email } });
    case "hidden":
      return { kind: "confirm-first" };
    case "taken":
    case "unfit":
    case "unavailable":
      return signUp;
  }
}

export async function findAdmission({ db, registration, now }: AccountParts, passToken: string): Promise<Admission> {
  if (passToken !== "") {
    const pass = isSecretToken(passToken) ? await findPass(db, passToken, now()) : null;
    if (pass === null || pass.purpose === "reset") return { kind: "not-admitted", why: "bad-token" };
    return { kind: "admitted", email: pass.email, asOperator: pass.purpose === "setup" };
  }
  if (registration === "open") return { kind: "admitted", email: null, asOperator: false };
  return { kind: "not-admitted", why: registration === "closed" ? "closed" : "uninvited" };
}

function findFaults(form: RegistrationForm, email: string | null, passwordLengthMin: number): RegistrationFaults {
  return {
    email: email === null ? "invalid" : null,
    password: findPasswordFault(form.password, form.email, passwordLengthMin),
    repeated: form.repeated === form.password ? null : "different",
    privacy: form.acceptsPrivacy ? null : "missing",
  };
}

/** Nothing came of it here, so nothing may stay at the provider: the same address could never register again. */
async function forget({ provider }: AccountParts, { id, isNew }: SignedUp): Promise<void> {
  if (isNew) await provider.remove(id);
}

type Kept = { signUp: SignedUp; visit: Visit; form: RegistrationForm };

async function keep(parts: AccountParts, { signUp, visit, form }: Kept): Promise<Registration> {
  const { email, passToken, timeZone } = form;
  const { db, secrets, now } = parts;
  const at = now();
  const { id, passwordHash, providerId, tokens, isConfirmed } = signUp;
  const passHash = passToken === "" ? null : hashToken(passToken);
  const person = { id, email, passwordHash, providerId, passHash };
  const outcome = await registerPerson(db, person, at).catch(async (error: unknown) => {
    await forget(parts, signUp);
    throw error;
  });
  // `known`: they registered before and have not answered the provider's mail, which has sent another one.
  if (outcome === "taken" || outcome === "bad-token") await forget(parts, signUp);
  if (outcome === "taken") return { kind: "taken" };
  if (outcome === "bad-token") return { kind: "not-admitted", why: "bad-token" };
  if (outcome === "registered" && timeZone !== undefined) {
    await asPerson(db, id, (tx) => savePreferences(tx, {}, timeZone, at));
  }
  if (!isConfirmed) return { kind: "confirm-first" };
  const session = { personId: id, visit, tokens: sealTokens(secrets, tokens), event: null };
  return { kind: "registered", session: await startSession(db, session, at) };
}
