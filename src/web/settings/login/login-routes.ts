import { type Context, Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { type Confirmation, confirmPerson } from "../../../accounts/confirm-person.ts";
import { askForPasskey } from "../../../accounts/passkeys/passkey-options.ts";
import { unlinkIdentity } from "../../../accounts/oidc/unlink-identity.ts";
import { removePassword } from "../../../accounts/remove-password.ts";
import { isUuid } from "../../../ids.ts";
import { passkeyFailure, passkeyPartyOf, personHere } from "../../auth/passkey-parts.ts";
import { failureText, letIn, logFailure, type PeopleParts, visitOf } from "../../auth/people-parts.ts";
import { tellOfChange } from "../../auth/tell-of-change.ts";
import { doneSentence } from "../../kit/notice.ts";
import { readForm } from "../../kit/read-form.ts";
import { problem } from "../../problem.ts";
import { sessionOf } from "../../require-person.ts";
import { textsOf } from "../../texts/texts-of.ts";
import type { WebEnv } from "../../web-env.ts";
import { loginElsewherePage } from "./login-page.ts";
import type { LoginView } from "./login-view.ts";
import { passkeyRoutes } from "./passkey-routes.ts";
import { requireConfirmed, showLogin } from "./show-login.ts";
import { secondStepSettingsRoutes } from "./second-step-settings-routes.ts";

const path = "/settings/login";

/** How a person logs in: the list of ways in, and their changes, which need a recent proof of who they are. */
export function loginRoutes(parts: PeopleParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  const { accounts, frame } = parts;
  if (accounts.provider.hasher === null) {
    app.get(path, (c) => c.html(loginElsewherePage(frame(c)).text));
    return app;
  }
  app.get(path, (c) => {
    const texts = textsOf(c).waysIn;
    const failure = c.req.query("stale") === undefined ? null : texts.stale;
    return showLogin(parts, c, { done: doneSentence(c, texts.done), failure });
  });
  app.route("/", confirmRoutes(parts));
  app.post(`${path}/password/remove`, requireConfirmed(parts), async (c) => {
    const { person } = sessionOf(c);
    const result = await removePassword(accounts, personHere(parts, c), visitOf(parts, c));
    if (result.kind === "last") return showLogin(parts, c, { failure: textsOf(c).waysIn.lastWay }, 409);
    letIn(parts, c, person.email, result.session);
    tellOfChange(parts, c, "password-removed");
    return c.redirect(`${path}?done=password-removed`, 303);
  });
  app.post("/account/identities/:id/unlink", requireConfirmed(parts), async (c) => {
    const id = c.req.param("id");
    const outcome = isUuid(id) ? await unlinkIdentity(accounts, personHere(parts, c), id) : "missing";
    if (outcome === "missing") return parts.refuse(c, problem(404, textsOf(c).signIn.identityGone));
    if (outcome === "last") return showLogin(parts, c, { failure: textsOf(c).waysIn.lastWay }, 409);
    tellOfChange(parts, c, "unlinked");
    return c.redirect(`${path}?done=unlinked`, 303);
  });
  app.route("/", passkeyRoutes(parts));
  app.route("/", secondStepSettingsRoutes(parts));
  return app;
}

function confirmRoutes(parts: PeopleParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  const { accounts } = parts;
  const confirm = async (c: Context<WebEnv>, given: Parameters<typeof confirmPerson>[2]) => {
    const result = await confirmPerson(accounts, sessionOf(c), given, visitOf(parts, c));
    if (result.kind === "confirmed") {
      if (result.session !== null) parts.cookies.start(c, result.session);
      return c.redirect(`${path}?done=confirmed`, 303);
    }
    const { status, ...faults } = faultsOf(parts, c, result);
    return showLogin(parts, c, faults, status);
  };
  app.post(`${path}/confirm`, async (c) => confirm(c, { password: (await readForm(c))("password") }));

  const party = passkeyPartyOf(parts);
  if (party === null) return app;
  app.post(`${path}/confirm/challenge`, async (c) => {
    const { person, token } = sessionOf(c);
    const use = { purpose: "confirm", binding: token } as const;
    return c.json(await askForPasskey(accounts, { personId: person.id, party, use }));
  });
  app.post(`${path}/confirm/passkey`, async (c) => confirm(c, { answer: (await readForm(c))("answer"), party }));
  return app;
}

type Faults = Pick<LoginView, "passwordFault" | "failure"> & { status: ContentfulStatusCode };

function faultsOf(
  parts: PeopleParts,
  c: Context<WebEnv>,
  result: Exclude<Confirmation, { kind: "confirmed" }>,
): Faults {
  switch (result.kind) {
    case "wrong":
    case "unconfirmed":
      return { status: 403, passwordFault: textsOf(c).account.currentWrong, failure: null };
    case "unavailable":
      logFailure(parts, c, result.reason);
      return { status: 500, passwordFault: null, failure: failureText(c, result) };
    case "refused":
    case "throttled":
      return { passwordFault: null, ...passkeyFailure(c, result) };
  }
}
