import type { Context } from "hono";
import type { AccountParts } from "../../accounts/account-parts.ts";
import type { Unavailable } from "../../accounts/auth-provider.ts";
import { markBrowser } from "../../accounts/known-browser.ts";
import type { SendMail } from "../../accounts/mailer.ts";
import type { StartedSession, Visit } from "../../accounts/session-store.ts";
import type { Queryable } from "../../database/transaction.ts";
import type { AddressOf } from "../client-address.ts";
import type { Frame } from "../kit/frame.ts";
import type { RequestLog } from "../observe-requests.ts";
import type { Refuse } from "../require-person.ts";
import type { SessionCookies } from "../session-cookie.ts";
import { textsOf } from "../texts/en.ts";
import type { WebEnv } from "../web-env.ts";

/** What the pages around accounts share. */
export type PeopleParts = {
  accounts: AccountParts;
  cookies: SessionCookies;
  addressOf: AddressOf;
  /** Null where the server sends no mail. */
  sendMail: SendMail | null;
  publicOrigin: string;
  /** As the worker's role, which alone may ask whether there is an operator. */
  operations?: { pool: Queryable };
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

/** A person who has just proved who they are: with their session, and in a browser known from now on. */
export function letIn(
  { accounts, cookies }: PeopleParts,
  c: Context<WebEnv>,
  email: string,
  session: StartedSession,
): void {
  cookies.start(c, session);
  cookies.remember(c, markBrowser(accounts.secrets, email, accounts.now()));
}

/** A person can try again, unless it is a setting that stands in the way. */
export function failureText(c: Context<WebEnv>, { bySetting = false }: Unavailable): string {
  return bySetting ? textsOf(c).wrongSetting : textsOf(c).tryLater;
}

/** Told to the person as "please try again", and to the operator as what it was. */
export function logFailure({ log }: PeopleParts, c: Context<WebEnv>, reason: string): void {
  log.error({ requestId: c.var.requestId, path: c.req.path, reason }, "login service failed");
}
