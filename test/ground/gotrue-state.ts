import type { CryptoKey, JWK } from "jose";

export type GotrueUser = {
  id: string;
  email: string;
  password: string;
  isConfirmed: boolean;
  isBanned: boolean;
  createdAt?: number;
  mailedAt?: number;
};
export type RefreshToken = { userId: string; sessionId: string; parent: string | null; revokedAt: number | null };
/** A mail with a recovery link: `token` is in the link, `challenge` is from the client that requested a code. */
export type RecoveryMail = { email: string; token: string; challenge: string | null; redirectTo: string; link: string };

export type GotrueSettings = {
  confirmsEmail: boolean;
  accessTokenSeconds: number;
  failsWith: number | null;
  /** Null: the project has no issuer, and neither do its tokens. */
  issuer: string | null;
  /** Older projects sign with this secret and publish no keys. */
  jwtSecret: string | null;
  /** How long a used refresh token still works; ten seconds on Supabase's own servers. */
  reuseSeconds: number;
  /** The minimum time between two mails to one address. */
  mailPauseSeconds: number;
  /** How many mails the whole project may send. */
  mailsMax: number;
  redirectsAllowed: string[];
  siteUrl: string;
};

export type Gotrue = {
  url: string;
  anonKey: string;
  serviceRoleKey: string;
  /** `METHOD path` of every request, in order. */
  requests: string[];
  serviceKeyUses: number;
  /** The refresh tokens received and those issued, in order. */
  refreshed: { given: string; issued: string | null }[];
  settings: GotrueSettings;
  users: Map<string, GotrueUser>;
  mails: RecoveryMail[];
  sessions: () => number;
  newSigningKey: () => Promise<void>;
  /** Moves its clock forward by this many seconds. */
  pass: (seconds: number) => void;
};

export type GotrueState = Gotrue & {
  now: () => number;
  mailsSent: number;
  refreshTokens: Map<string, RefreshToken>;
  codes: Map<string, { userId: string; challenge: string }>;
  keys: { kid: string; jwk: JWK; key: CryptoKey }[];
};
export type Call = {
  state: GotrueState;
  body: Record<string, string>;
  bearer: string;
  apikey: string;
  url: URL;
};
export type Reply = { status: number; json?: unknown; location?: string };

export function refusal(status: number, errorCode: string, msg = errorCode.replaceAll("_", " ")): Reply {
  return { status, json: { code: status, error_code: errorCode, msg } };
}

export function userById(state: GotrueState, id: unknown): GotrueUser | undefined {
  return [...state.users.values()].find((user) => user.id === id);
}

/** Null if a mail may be sent: one a minute to an address, and no more than the project's limit. */
export function sendMail(state: GotrueState, user: GotrueUser): Reply | null {
  const { mailPauseSeconds, mailsMax } = state.settings;
  const leftMs = (user.mailedAt ?? -Infinity) + mailPauseSeconds * 1000 - state.now();
  if (leftMs > 0) {
    const words = `For security purposes, you can only request this after ${Math.ceil(leftMs / 1000)} seconds.`;
    return refusal(429, "over_email_send_rate_limit", words);
  }
  if (state.mailsSent >= mailsMax) return refusal(429, "over_email_send_rate_limit", "email rate limit exceeded");
  state.mailsSent += 1;
  user.mailedAt = state.now();
  return null;
}
