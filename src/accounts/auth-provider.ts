import type pg from "pg";
import type { SecretBox } from "../database/secret-box.ts";

export type Credentials = { email: string; password: string };

/** A provider's own session of a person. Only ever stored sealed. */
export type ProviderTokens = { access: string; refresh: string; expiresAt: Date };

/** Not the person's fault: the provider is down, overloaded, or answered what we do not understand. */
export type Unavailable = {
  kind: "unavailable";
  reason: string;
  /** Trying again is of no use until the operator has changed a setting. */
  bySetting?: boolean;
};

/**
 * `providerId` and `passwordHash`: who keeps the password. An unconfirmed person must first answer the provider's mail.
 * `isNew`: the provider did not know them before, so that it may forget them if nothing comes of it here.
 */
export type SignedUp = {
  kind: "signed-up";
  id: string;
  providerId: string | null;
  passwordHash: string | null;
  tokens: ProviderTokens | null;
  isConfirmed: boolean;
  isNew: boolean;
};
/** `hidden`: the provider will not say whether the address is new, and neither do we. */
export type SignUp = SignedUp | { kind: "taken" } | { kind: "hidden" } | { kind: "unfit" } | Unavailable;

type SignedIn = { kind: "signed-in"; id: string; email: string; tokens: ProviderTokens | null };
export type SignIn = SignedIn | { kind: "wrong" } | { kind: "unconfirmed" } | Unavailable;

export type PasswordChange = { kind: "changed"; passwordHash: string | null } | { kind: "unfit" } | Unavailable;
export type Removal = { kind: "removed" } | Unavailable;
export type Refresh = { kind: "refreshed"; tokens: ProviderTokens } | { kind: "ended" } | Unavailable;

/** What a link in the provider's mail brings back: a code of ours to redeem, or the hash of its own token. */
export type RecoveryLink = { code: string } | { tokenHash: string };
export type Recovery =
  | { kind: "opened"; id: string; email: string; access: string }
  | { kind: "bad-link" }
  | Unavailable;
type RecoveryTrip = { returnTo: string; verifier: string };

/** Null is busy: more are waiting than could be answered in time. */
export type Hasher = {
  hash: (password: string) => Promise<string | null>;
  /** A null hash takes as long as any other and is never right: nobody learns which accounts exist. */
  verify: (password: string, hash: string | null) => Promise<boolean | null>;
};

/** Who proves that a person is who they say. Accounts and sessions are ours with either of them. */
export type AuthProvider = {
  signUp: (credentials: Credentials, now: Date) => Promise<SignUp>;
  signIn: (credentials: Credentials, now: Date) => Promise<SignIn>;
  changePassword: (person: SignedIn, password: string) => Promise<PasswordChange>;
  remove: (personId: string) => Promise<Removal>;
  /** Where the passwords are ours: a link of ours sets a new one. */
  hasher: Hasher | null;
  /** Where they are not: the provider mails a link of its own, which leads back to us. */
  recovery: {
    ask: (email: string, trip: RecoveryTrip) => Promise<{ kind: "asked" } | Unavailable>;
    open: (link: RecoveryLink, verifier: string) => Promise<Recovery>;
    /** Ends all sessions there, too. */
    finish: (access: string, password: string) => Promise<PasswordChange | { kind: "bad-link" }>;
  } | null;
  /** Where the provider has sessions of its own; without them our session is the only one. */
  upstream: {
    refresh: (tokens: ProviderTokens) => Promise<Refresh>;
    signOut: (tokens: ProviderTokens) => Promise<void>;
  } | null;
};

/** What registering, logging in and the like need. */
export type AccountParts = {
  /** As the web's role: it reaches `accounts` through the functions of migrations/functions only. */
  db: pg.Pool;
  provider: AuthProvider;
  secrets: SecretBox;
  registration: "open" | "invite" | "closed";
  passwordLengthMin: number;
  now: () => Date;
  sleep: (ms: number) => Promise<void>;
};
