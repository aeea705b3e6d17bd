import { type Context, Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { logIn, logOut } from "../../accounts/sessions.ts";
import { type Html, html } from "../kit/html.ts";
import { smallPage } from "../kit/page.ts";
import { readForm } from "../kit/read-form.ts";
import { parseNext } from "../require-person.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import { type LogInView, showLogIn } from "./log-in-page.ts";
import { failureText, forgetPages, letIn, logFailure, type PeopleParts, visitOf } from "./people-parts.ts";
import { secondStepAddress } from "./second-step-routes.ts";

/** Log in and out. */
export function logInRoutes(parts: PeopleParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  const { accounts, cookies } = parts;
  const show = (c: Context<WebEnv>, status: ContentfulStatusCode, view: Partial<LogInView>) =>
    showLogIn(parts, c, status, view);

  app.get("/auth/login", async (c) => {
    const next = parseNext(c.req.query("next") ?? "");
    if (c.var.session !== undefined) return c.redirect(next ?? "/dashboard", 303);
    const { resetDone, loggedOut } = textsOf(c).logIn;
    const { done, ended, late } = c.req.query();
    return show(c, 200, {
      next,
      done: done === "reset" ? resetDone : ended === undefined ? null : loggedOut,
      failure: c.var.proxyFault ?? (late === undefined ? null : textsOf(c).waysIn.stepEnded),
    });
  });

  app.post("/auth/login", async (c) => {
    const text = await readForm(c);
    const { logIn: texts, throttled } = textsOf(c);
    const [email, password] = [text("email").trim(), text("password")];
    const next = parseNext(text("next"));
    const again = (status: ContentfulStatusCode, view: Partial<LogInView>) => show(c, status, { email, next, ...view });
    if (email === "" || password === "") {
      const faults = {
        email: email === "" ? texts.emailMissing : null,
        password: password === "" ? texts.passwordMissing : null,
      };
      return again(400, { faults });
    }

    const result = await logIn(accounts, { email, password }, visitOf(parts, c));
    switch (result.kind) {
      case "logged-in":
        letIn(parts, c, email, result.session);
        return c.redirect(next ?? "/dashboard", 303);
      case "second-step":
        cookies.startSecondStep(c, result.token);
        return c.redirect(secondStepAddress(next), 303);
      case "wrong":
        return again(401, { failure: texts.wrong });
      case "unconfirmed":
        return again(401, { failure: texts.unconfirmed });
      case "throttled":
        c.header("Retry-After", String(result.retryAfterSeconds));
        return again(429, { failure: throttled(result.retryAfterSeconds) });
      case "unavailable":
        logFailure(parts, c, result.reason);
        return again(500, { failure: failureText(c, result) });
    }
  });

  app.post("/auth/logout", async (c) => {
    const token = cookies.session(c);
    if (token !== null) await logOut(accounts, token);
    cookies.end(c);
    forgetPages(c);
    const isNamedByProxy = parts.authProxy ? parts.authProxy.readName(c).kind !== "none" : false;
    return isNamedByProxy ? c.html(proxyLogOutPage(parts, c).text) : c.redirect("/auth/login", 303);
  });

  return app;
}

/** The login page would log them in again at once. */
function proxyLogOutPage({ frame, authProxy }: PeopleParts, c: Context<WebEnv>): Html {
  const texts = textsOf(c).signIn;
  const logoutUrl = authProxy?.logoutUrl ?? null;
  return smallPage(
    { ...frame(c), person: null },
    {
      title: texts.proxyLogOutTitle,
      lede: texts.proxyLogOut,
      body:
        logoutUrl === null ? null : html`<p><a class="btn go" href="${logoutUrl}">${texts.proxyLogOutThere}</a></p>`,
    },
  );
}
