import { type Context, Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { type Arrival, arriveByOidc, leaveForOidc, type OidcParts } from "../../accounts/oidc/log-in-by-oidc.ts";
import type { OidcClient } from "../../accounts/oidc/oidc-client.ts";
import { parseNext } from "../require-person.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import { confirmLink } from "./identity-page.ts";
import { showLogIn } from "./log-in-page.ts";
import { letIn, logFailure, type PeopleParts, visitOf } from "./people-parts.ts";

const startPath = "/auth/oidc";
const returnPath = "/auth/oidc/callback";
const linkPath = "/account/identities/link";

/** Log in with OpenID Connect; and the way there and back for somebody who links that login to their account. */
export function oidcRoutes(parts: PeopleParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  if (!parts.oidc) return app;
  const trip: OidcParts = { accounts: parts.accounts, oidc: parts.oidc };
  const returnTo = parts.publicOrigin + returnPath;

  app.get(startPath, async (c) => {
    const next = parseNext(c.req.query("next") ?? "");
    if (c.var.session !== undefined) return c.redirect(next ?? "/dashboard", 303);
    return leave(parts, c, await leaveForOidc(trip, { next, personId: null, returnTo }));
  });
  // /account needs a session. Following the link changes nothing: what comes back has to be confirmed.
  app.get(linkPath, async (c) => {
    const personId = c.var.session?.person.id ?? null;
    return leave(parts, c, await leaveForOidc(trip, { next: null, personId, returnTo }));
  });

  app.get(returnPath, async (c) => {
    const { state = "", code = "", error = "", iss: issuer = null } = c.req.query();
    const coming = {
      answer: { state, code, error, issuer },
      trip: parts.cookies.trip(c),
      returnTo,
      visit: visitOf(parts, c),
      personId: c.var.session?.person.id ?? null,
    };
    parts.cookies.endTrip(c);
    const arrival = await arriveByOidc(trip, coming);
    if (arrival.kind === "logged-in") {
      letIn(parts, c, arrival.email, arrival.session);
      return c.redirect(arrival.next ?? "/dashboard", 303);
    }
    if (arrival.kind === "to-link")
      return confirmLink(parts, c, { ...arrival, status: 200, fault: null, failure: null });
    return refuse(parts, c, arrival);
  });
  return app;
}

function leave(parts: PeopleParts, c: Context<WebEnv>, leaving: Awaited<ReturnType<typeof leaveForOidc>>) {
  if (leaving.kind === "unavailable") return refuse(parts, c, leaving);
  parts.cookies.startTrip(c, leaving.trip);
  return c.redirect(leaving.url, 303);
}

type Refused = Exclude<Arrival, { kind: "logged-in" | "to-link" }>;

/** The sentence stands on the login page, or for somebody who is logged in on a page of its own. */
function refuse(parts: PeopleParts, c: Context<WebEnv>, refused: Refused): Response | Promise<Response> {
  const { name } = (parts.oidc as OidcClient).settings;
  if ("reason" in refused) logFailure(parts, c, refused.reason);
  if (refused.kind === "throttled") c.header("Retry-After", String(refused.retryAfterSeconds));
  const { status, sentence } = explain(c, name, refused);
  if (c.var.session === undefined) return showLogIn(parts, c, status, { failure: sentence });
  return parts.refuse(c, { status, sentence, headers: {} });
}

function explain(
  c: Context<WebEnv>,
  name: string,
  refused: Refused,
): { status: ContentfulStatusCode; sentence: string } {
  const { signIn: texts, throttled } = textsOf(c);
  switch (refused.kind) {
    case "stale":
      return { status: 400, sentence: texts.stale };
    case "denied":
      return { status: 403, sentence: texts.denied(name) };
    case "refused":
      return { status: 400, sentence: texts.refused(name) };
    case "bad-proof":
      return { status: 403, sentence: texts.badProof(name) };
    case "not-admitted":
      return { status: 403, sentence: texts.notAdmitted[refused.why](name) };
    case "throttled":
      return { status: 429, sentence: throttled(refused.retryAfterSeconds) };
    case "unavailable":
      return { status: 503, sentence: refused.bySetting === true ? texts.wrongSetting(name) : texts.down(name) };
  }
}
