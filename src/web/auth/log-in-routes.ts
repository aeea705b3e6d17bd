import { type Context, Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { logIn, logOut } from "../../accounts/log-in.ts";
import { parseNext } from "../parse-next.ts";
import { readForm } from "../read-form.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import { logInPage, type LogInView } from "./log-in-page.ts";
import { failureText, letIn, logFailure, type PeopleParts, visitOf } from "./people-parts.ts";

/** Log in and out (AUTH-9 to AUTH-11). */
export function logInRoutes(parts: PeopleParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  const { accounts, cookies, frame } = parts;
  const show = (c: Context<WebEnv>, status: ContentfulStatusCode, view: Partial<LogInView>) => {
    const offersReset = accounts.provider.hasher !== null || accounts.provider.recovery !== null;
    const offersRegistration = accounts.registration === "open";
    const empty = { email: "", faults: { email: null, password: null }, failure: null, done: null, next: null };
    return c.html(logInPage(frame(c), { ...empty, offersReset, offersRegistration, ...view }).text, status);
  };

  app.get("/auth/login", (c) => {
    const next = parseNext(c.req.query("next") ?? "");
    if (c.var.session !== undefined) return c.redirect(next ?? "/dashboard", 303);
    return show(c, 200, { next, done: c.req.query("done") === "reset" ? textsOf(c).logIn.resetDone : null });
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
    return c.redirect("/auth/login", 303);
  });

  return app;
}
