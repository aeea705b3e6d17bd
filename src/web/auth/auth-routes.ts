import { type Context, Hono } from "hono";
import { becomeOperator, findPass, hasOperator } from "../../accounts/pass-store.ts";
import { isSecretToken } from "../../accounts/secret-token.ts";
import { renewSession } from "../../accounts/session-store.ts";
import { privacyPage } from "../about-pages.ts";
import { loginRoutes } from "../settings/login/login-routes.ts";
import { postForm } from "../kit/form.ts";
import { html } from "../kit/html.ts";
import { smallPage } from "../kit/page.ts";
import { problem } from "../problem.ts";
import { requirePerson, sessionOf } from "../require-person.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import { accountRoutes } from "./account-routes.ts";
import { logInRoutes } from "./log-in-routes.ts";
import { oidcRoutes } from "./oidc-routes.ts";
import { passkeyLogInRoutes } from "./passkey-log-in-routes.ts";
import type { PeopleParts } from "./people-parts.ts";
import { recoverRoutes } from "./recover-routes.ts";
import { registerRoutes } from "./register-routes.ts";
import { resetRoutes } from "./reset-routes.ts";
import { secondStepRoutes } from "./second-step-routes.ts";

export function authRoutes(parts: PeopleParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  app.get("/auth/privacy", (c) => c.html(privacyPage(parts.frame(c)).text));
  const logIns = [registerRoutes, logInRoutes, passkeyLogInRoutes, secondStepRoutes, resetRoutes, recoverRoutes];
  for (const routes of [...logIns, setupRoutes, accountRoutes, loginRoutes, oidcRoutes]) {
    app.route("/", routes(parts));
  }
  return app;
}

/** The setup link that is printed at the first start: the account that uses it becomes the operator's. */
function setupRoutes({ accounts, cookies, frame, refuse, operations }: PeopleParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  const refuseToken = async (c: Context<WebEnv>, token: string) => {
    // Do not ask the database about something that is not a token.
    const isTaken = isSecretToken(token) && operations !== undefined && (await hasOperator(operations.pool));
    return refuse(c, problem(404, textsOf(c).setup[isTaken ? "taken" : "badToken"]));
  };

  app.use("/auth/setup/:token", async (c, next) => {
    const token = c.req.param("token") ?? "";
    const pass = isSecretToken(token) ? await findPass(accounts.db, token, accounts.now()) : null;
    return pass?.purpose === "setup" ? next() : refuseToken(c, token);
  });

  app.get("/auth/setup/:token", (c) => {
    const token = c.req.param("token");
    if (c.var.session === undefined) return c.redirect(`/auth/register?token=${token}`, 303);
    const texts = textsOf(c).setup;
    const page = smallPage(frame(c), {
      title: texts.title,
      lede: texts.lede(c.var.session.person.email),
      body: postForm(
        frame(c),
        { action: `/auth/setup/${token}` },
        html`<button class="btn go">${texts.submit}</button>`,
      ),
    });
    return c.html(page.text);
  });

  app.post("/auth/setup/:token", requirePerson(refuse), async (c) => {
    const { person, token: session } = sessionOf(c);
    const [token, now] = [c.req.param("token"), accounts.now()];
    if (!(await becomeOperator(accounts.db, person.id, token, now))) return refuseToken(c, token);
    const renewed = await renewSession(accounts.db, session, { provedAt: null, now });
    if (renewed !== null) cookies.start(c, renewed);
    return c.redirect("/settings/account?done=operator", 303);
  });

  return app;
}
