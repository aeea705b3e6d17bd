import { type Context, Hono } from "hono";
import type { ChallengeUse } from "../../accounts/passkeys/challenges.ts";
import { askForPasskey } from "../../accounts/passkeys/passkey-options.ts";
import { logInWithPasskey } from "../../accounts/passkeys/use-passkey.ts";
import { readForm } from "../kit/read-form.ts";
import { parseNext } from "../require-person.ts";
import type { WebEnv } from "../web-env.ts";
import { showLogIn } from "./log-in-page.ts";
import { passkeyFailure, passkeyPartyOf } from "./passkey-parts.ts";
import { letIn, type PeopleParts, visitOf } from "./people-parts.ts";

/** Log in with a passkey alone: it says who comes, and has checked that they are it. */
export function passkeyLogInRoutes(parts: PeopleParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  const party = passkeyPartyOf(parts);
  if (party === null) return app;

  app.post("/auth/passkey/challenge", async (c) => {
    return c.json(await askForPasskey(parts.accounts, { personId: null, party, use: useOf(parts, c) }));
  });
  app.post("/auth/passkey", async (c) => {
    const text = await readForm(c);
    const next = parseNext(text("next"));
    const given = { answer: text("answer"), party, use: useOf(parts, c) };
    const result = await logInWithPasskey(parts.accounts, given, visitOf(parts, c));
    if (result.kind !== "logged-in") {
      const { status, failure } = passkeyFailure(c, result);
      return showLogIn(parts, c, status, { next, failure });
    }
    letIn(parts, c, result.email, result.session);
    return c.redirect(next ?? "/dashboard", 303);
  });
  return app;
}

/** Bound to the cookie that the form's token is bound to, too. */
function useOf({ cookies }: PeopleParts, c: Context<WebEnv>): ChallengeUse {
  return { purpose: "log-in", binding: cookies.binding(c) ?? "" };
}
