import type { MiddlewareHandler } from "hono";
import type { AccountParts } from "../accounts/account-parts.ts";
import { findLiveSession } from "../accounts/live-session.ts";
import { problem } from "./problem.ts";
import type { Refuse } from "./require-person.ts";
import type { SessionCookies } from "./session-cookie.ts";
import { textsOf } from "./texts/texts-of.ts";
import type { WebEnv } from "./web-env.ts";

/** Who asks: `c.var.session`, from the database with every request, so that an ended session ends at once. */
export function recogniseSession(
  accounts: AccountParts,
  cookies: SessionCookies,
  refuse: Refuse,
): MiddlewareHandler<WebEnv> {
  return async (c, next) => {
    const token = cookies.session(c);
    if (token === null) return next();
    const found = await findLiveSession(accounts, token);
    if (found.kind === "unavailable") return refuse(c, problem(503, textsOf(c).providerDown));
    if (found.kind === "live") c.set("session", { id: found.session.id, token, person: found.session.person });
    return next();
  };
}
