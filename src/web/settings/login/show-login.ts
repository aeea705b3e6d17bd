import type { Context, MiddlewareHandler } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { isConfirmed } from "../../../accounts/confirm-person.ts";
import { listIdentities } from "../../../accounts/identity-store.ts";
import { listPasskeys } from "../../../accounts/passkeys/passkey-store.ts";
import { findSecondStep } from "../../../accounts/second-step/second-step-store.ts";
import { findWaysIn } from "../../../accounts/ways-in-store.ts";
import { passkeyPartyOf, personHere } from "../../auth/passkey-parts.ts";
import type { PeopleParts } from "../../auth/people-parts.ts";
import { sessionOf } from "../../require-person.ts";
import type { WebEnv } from "../../web-env.ts";
import { loginPage } from "./login-page.ts";
import type { LoginView } from "./login-view.ts";

/** The page as it stands now. */
export async function showLogin(
  parts: PeopleParts,
  c: Context<WebEnv>,
  changes: Partial<LoginView>,
  status: ContentfulStatusCode = 200,
): Promise<Response> {
  const { accounts, frame, publicOrigin } = parts;
  const { person } = sessionOf(c);
  const party = passkeyPartyOf(parts);
  const view: LoginView = {
    ways: await findWaysIn(accounts.db, personHere(parts, c)),
    passkeys: await listPasskeys(accounts.db, person.id),
    identities: await listIdentities(accounts.db, person.id),
    oidc: parts.oidc?.settings ?? null,
    step: await findSecondStep(accounts.db, person.id),
    party,
    publicOrigin,
    isConfirmed: await isConfirmed(accounts, sessionOf(c)),
    passwordFault: null,
    nameFault: null,
    failure: null,
    done: null,
    now: accounts.now(),
    ...changes,
  };
  return c.html(loginPage(frame(c), view).text, status);
}

/** Sends people back who have not proved for a while who they are. */
export function requireConfirmed({ accounts }: Pick<PeopleParts, "accounts">): MiddlewareHandler<WebEnv> {
  return async (c, next) => {
    if (await isConfirmed(accounts, sessionOf(c))) return next();
    return c.redirect("/settings/login?stale=1", 303);
  };
}
