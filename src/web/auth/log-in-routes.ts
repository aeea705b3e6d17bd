import { type Context, Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { logIn, logOut } from "../../accounts/sessions.ts";
import { inputField } from "../kit/field.ts";
import { postForm } from "../kit/form.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { alert, notice } from "../kit/notice.ts";
import { smallPage } from "../kit/page.ts";
import { readForm } from "../kit/read-form.ts";
import { parseNext } from "../require-person.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import { failureText, forgetPages, letIn, logFailure, type PeopleParts, visitOf } from "./people-parts.ts";

/** Log in and out. */
export function logInRoutes(parts: PeopleParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  const { accounts, cookies, frame } = parts;
  const show = async (c: Context<WebEnv>, status: ContentfulStatusCode, view: Partial<LogInView>) => {
    const isWithoutOperator = await parts.isWithoutOperator();
    const offersReset = accounts.provider.hasher !== null || accounts.provider.recovery !== null;
    const offersRegistration = accounts.registration === "open";
    const empty = { email: "", faults: { email: null, password: null }, failure: null, done: null, next: null };
    return c.html(
      logInPage(frame(c), { ...empty, offersReset, offersRegistration, isWithoutOperator, ...view }).text,
      status,
    );
  };

  app.get("/auth/login", async (c) => {
    const next = parseNext(c.req.query("next") ?? "");
    if (c.var.session !== undefined) return c.redirect(next ?? "/dashboard", 303);
    const { resetDone, loggedOut } = textsOf(c).logIn;
    const { done, ended } = c.req.query();
    return show(c, 200, { next, done: done === "reset" ? resetDone : ended === undefined ? null : loggedOut });
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
    forgetPages(c);
    return c.redirect("/auth/login", 303);
  });

  return app;
}

type LogInView = {
  email: string;
  faults: { email: string | null; password: string | null };
  failure: string | null;
  done: string | null;
  /** The page to return to after the login. */
  next: string | null;
  offersReset: boolean;
  offersRegistration: boolean;
  isWithoutOperator: boolean;
};

function logInPage(frame: Frame, view: LogInView): Html {
  const texts = frame.texts.logIn;
  const { email, faults, next } = view;
  return smallPage(frame, {
    title: texts.title,
    body: html`${view.isWithoutOperator && notice(frame.texts.setup.whereIsLink)} ${notice(view.done)}
    ${alert(view.failure)}
    ${postForm(
      frame,
      { action: "/auth/login" },
      html`${next !== null && html`<input type="hidden" name="next" value="${next}" />`}
        ${inputField({
          isRequired: true,
          name: "email",
          label: texts.email,
          type: "email",
          autocomplete: "username",
          value: email,
          fault: faults.email,
          hasCursor: email === "",
        })}
        ${inputField({
          isRequired: true,
          name: "password",
          label: texts.password,
          type: "password",
          autocomplete: "current-password",
          fault: faults.password,
          hasCursor: email !== "",
        })} <button class="btn go">${texts.submit}</button>`,
    )}`,
    footer: footer(frame, view),
  });
}

function footer({ texts: { logIn: texts } }: Frame, { offersReset, offersRegistration }: LogInView): Html | null {
  if (!offersReset && !offersRegistration) return null;
  return html`${offersRegistration && html`<p>${texts.noAccount} <a href="/auth/register">${texts.register}</a></p>`}
  ${offersReset && html`<p><a href="/auth/forgot">${texts.forgot}</a></p>`}`;
}
