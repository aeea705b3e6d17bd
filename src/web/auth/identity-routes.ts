import { type Context, Hono } from "hono";
import { linkIdentity, type Linking, openLinkTicket } from "../../accounts/oidc/link-identity.ts";
import { readForm } from "../kit/read-form.ts";
import { problem } from "../problem.ts";
import { sessionOf } from "../require-person.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import { confirmLink } from "./identity-page.ts";
import { logFailure, type PeopleParts, visitOf } from "./people-parts.ts";
import { tellOfChange } from "./tell-of-change.ts";

/** Links a login at another server to the account. */
export function identityRoutes(parts: PeopleParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  const { accounts } = parts;

  app.post("/account/identities", async (c) => {
    const text = await readForm(c);
    const form = { ticket: text("ticket"), password: text("confirmation") };
    const result = await linkIdentity(accounts, sessionOf(c).person, form, visitOf(parts, c));
    if (result.kind !== "linked") return refuseLink(parts, c, form.ticket, result);
    tellOfChange(parts, c, "linked");
    return c.redirect("/settings/login?done=linked", 303);
  });
  return app;
}

type NotLinked = Exclude<Linking, { kind: "linked" }>;

function refuseLink(
  parts: PeopleParts,
  c: Context<WebEnv>,
  ticket: string,
  result: NotLinked,
): Response | Promise<Response> {
  const { signIn: texts, account, throttled, tryLater } = textsOf(c);
  const name = parts.oidc?.settings.name ?? "";
  const label = openLinkTicket(parts.accounts, ticket, sessionOf(c).person.id)?.identity.label ?? "";
  const view = { ticket, label, fault: null, failure: null };
  switch (result.kind) {
    case "stale":
      return parts.refuse(c, problem(400, texts.linkStale));
    case "not-recent":
      return c.redirect("/settings/login?stale=1", 303);
    case "taken":
      return parts.refuse(c, problem(409, texts.linkTaken(name)));
    case "other":
      return parts.refuse(c, problem(409, texts.linkOther(name)));
    case "wrong":
    case "unconfirmed":
      return confirmLink(parts, c, { ...view, status: 403, fault: account.currentWrong });
    case "throttled":
      c.header("Retry-After", String(result.retryAfterSeconds));
      return confirmLink(parts, c, { ...view, status: 429, failure: throttled(result.retryAfterSeconds) });
    case "unavailable":
      logFailure(parts, c, result.reason);
      return confirmLink(parts, c, { ...view, status: 500, failure: tryLater });
  }
}
