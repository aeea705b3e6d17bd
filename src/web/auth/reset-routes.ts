import { type Context, Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { askForReset, resetPassword } from "../../accounts/recover-password.ts";
import type { SendMail } from "../../accounts/mailer.ts";
import { findPass } from "../../accounts/pass-store.ts";
import { isSecretToken } from "../../accounts/secret-token.ts";
import { inputField } from "../kit/field.ts";
import { postForm } from "../kit/form.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { alert } from "../kit/notice.ts";
import { smallPage } from "../kit/page.ts";
import { readForm } from "../kit/read-form.ts";
import { problem } from "../problem.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import { logFailure, type PeopleParts, visitOf } from "./people-parts.ts";

/** Resets a password by a link that works once, if we keep the passwords. */
export function resetRoutes(parts: PeopleParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  const { accounts, frame, refuse, sendMail } = parts;
  if (accounts.provider.hasher === null) return app;
  const show = (c: Context<WebEnv>, status: ContentfulStatusCode, view: Partial<ResetView>) => {
    const action = `/auth/reset/${c.req.param("token") ?? ""}`;
    const empty = { faults: { password: null, repeated: null }, failure: null };
    const { passwordLengthMin } = accounts;
    return c.html(resetPage(frame(c), { action, passwordLengthMin, ...empty, ...view }).text, status);
  };

  app.get("/auth/forgot", (c) => c.html(forgotPage(frame(c), sendMail !== null, null).text));
  if (sendMail !== null) app.post("/auth/forgot", (c) => forgot(parts, sendMail, c));

  app.use("/auth/reset/:token", async (c, next) => {
    const token = c.req.param("token") ?? "";
    const pass = isSecretToken(token) ? await findPass(accounts.db, token, accounts.now()) : null;
    return pass?.purpose === "reset" ? next() : refuse(c, problem(404, textsOf(c).reset.badToken));
  });
  app.get("/auth/reset/:token", (c) => show(c, 200, {}));
  app.post("/auth/reset/:token", async (c) => {
    const text = await readForm(c);
    const texts = textsOf(c);
    const form = { password: text("password"), repeated: text("repeated") };
    const result = await resetPassword(accounts, c.req.param("token"), form);
    switch (result.kind) {
      case "reset":
        return c.redirect("/auth/login?done=reset", 303);
      case "bad-token":
        return refuse(c, problem(404, texts.reset.badToken));
      case "invalid": {
        const { password, repeated } = result.faults;
        const faults = {
          password: password && texts.passwordFault(password),
          repeated: repeated && texts.register.repeatedDifferent,
        };
        return show(c, 400, { faults });
      }
      case "unavailable":
        logFailure(parts, c, result.reason);
        return show(c, 500, { failure: texts.tryLater });
    }
  });
  return app;
}

async function forgot(parts: PeopleParts, sendMail: SendMail, c: Context<WebEnv>): Promise<Response> {
  const { accounts, frame, publicOrigin } = parts;
  const { forgot: texts, throttled } = textsOf(c);
  const attempt = { email: (await readForm(c))("email"), address: visitOf(parts, c).address };
  const result = await askForReset(accounts, attempt, (to, token) => {
    return sendMail({ to, subject: texts.mailSubject, text: texts.mailText(`${publicOrigin}/auth/reset/${token}`) });
  });
  if (result.kind === "throttled") {
    c.header("Retry-After", String(result.retryAfterSeconds));
    return c.html(forgotPage(frame(c), true, throttled(result.retryAfterSeconds)).text, 429);
  }
  result.sending.catch((error: Error) => logFailure(parts, c, `no mail was sent: ${error.message}`));
  return c.html(smallPage(frame(c), { title: texts.sentTitle, lede: texts.sent }).text);
}

/** Asks for the email to send a reset link to. Without `canMail` it refers to the operator. */
export function forgotPage(frame: Frame, canMail: boolean, failure: string | null): Html {
  const texts = frame.texts.forgot;
  if (!canMail) return smallPage(frame, { title: texts.title, lede: texts.byOperator });
  return smallPage(frame, {
    title: texts.title,
    lede: texts.lede,
    body: html`${alert(failure)}
    ${postForm(
      frame,
      { action: "/auth/forgot" },
      html`${inputField({ isRequired: true, name: "email", label: frame.texts.logIn.email, type: "email", autocomplete: "username", hasCursor: true })}
        <button class="btn go">${texts.submit}</button>`,
    )}`,
  });
}

export type ResetView = {
  /** Where the form is sent; our own links carry the token in it. */
  action: string;
  passwordLengthMin: number;
  faults: { password: string | null; repeated: string | null };
  failure: string | null;
};

export function resetPage(frame: Frame, { action, passwordLengthMin, faults, failure }: ResetView): Html {
  const texts = frame.texts.reset;
  return smallPage(frame, {
    title: texts.title,
    lede: texts.lede,
    body: html`${alert(failure)}
    ${postForm(
      frame,
      { action: action },
      html`${newPasswordFields(frame, passwordLengthMin, faults)} <button class="btn go">${texts.submit}</button>`,
    )}`,
  });
}

export function newPasswordFields(frame: Frame, lengthMin: number, faults: ResetView["faults"]): Html {
  const { newPassword, repeated } = frame.texts.account;
  return html`${inputField({
    isRequired: true,
    name: "password",
    label: newPassword,
    type: "password",
    autocomplete: "new-password",
    hint: frame.texts.register.passwordHint(lengthMin),
    fault: faults.password,
    hasCursor: faults.password !== null,
  })}
  ${inputField({
    isRequired: true,
    name: "repeated",
    label: repeated,
    type: "password",
    autocomplete: "new-password",
    fault: faults.repeated,
  })}`;
}
