import type { Context } from "hono";
import type { AccountParts, Unavailable } from "../../accounts/auth-provider.ts";
import { markBrowser } from "../../accounts/admit-attempt.ts";
import type { OidcClient } from "../../accounts/oidc/oidc-client.ts";
import type { SendMail } from "../../accounts/mailer.ts";
import type { StartedSession, Visit } from "../../accounts/session-store.ts";
import type { Queryable } from "../../database/transaction.ts";
import type { AddressOf } from "../client-address.ts";
import type { Frame } from "../kit/frame.ts";
import { type RequestLog, withoutTokens } from "../observe-requests.ts";
import type { Refuse } from "../require-person.ts";
import type { SessionCookies } from "../session-cookie.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import type { AuthProxy } from "./auth-proxy.ts";

/** What the account pages share. */
export type PeopleParts = {
  accounts: AccountParts;
  cookies: SessionCookies;
  addressOf: AddressOf;
  /** Null where the server sends no mail. */
  sendMail: SendMail | null;
  publicOrigin: string;
  /** Absent or null: nobody logs in with OpenID Connect. */
  oidc?: OidcClient | null;
  /** Absent or null: no proxy is believed. */
  authProxy?: AuthProxy | null;
  /** With the worker's role: only it may ask whether there is an operator. */
  operations?: { pool: Queryable };
  /** Then a stranger is told how to become the operator. */
  isWithoutOperator: () => Promise<boolean>;
  log: RequestLog;
  frame: (c: Context<WebEnv>) => Frame;
  refuse: Refuse;
};

export function visitOf({ addressOf, cookies }: PeopleParts, c: Context<WebEnv>): Visit {
  return {
    address: addressOf(c.env.incoming.socket.remoteAddress, c.req.header("X-Forwarded-For")),
    userAgent: c.req.header("User-Agent") ?? null,
    sessionToken: cookies.session(c),
    browser: cookies.browser(c),
  };
}

/** Starts the session of a person who has just logged in, and remembers their browser. */
export function letIn(
  { accounts, cookies }: PeopleParts,
  c: Context<WebEnv>,
  email: string,
  session: StartedSession,
): void {
  cookies.start(c, session);
  cookies.remember(c, markBrowser(accounts.secrets, email, accounts.now()));
}

/** The browser forgets the pages it kept for this person, also those of the service worker (static/sw.js). */
export function forgetPages(c: Context<WebEnv>): void {
  c.header("Clear-Site-Data", '"cache", "storage"');
}

/** People can try again later, unless a setting is wrong. */
export function failureText(c: Context<WebEnv>, { bySetting = false }: Unavailable): string {
  return bySetting ? textsOf(c).wrongSetting : textsOf(c).tryLater;
}

/** The person reads "please try again"; the log has the reason. */
export function logFailure({ log }: Pick<PeopleParts, "log">, c: Context<WebEnv>, reason: string): void {
  log.error({ requestId: c.var.requestId, path: withoutTokens(c.req.path), reason }, "login service failed");
}
