import { type Context, Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { type Admission, findAdmission, register, type RegistrationFaults } from "../../accounts/register.ts";
import { checkField, inputField } from "../kit/field.ts";
import { postForm } from "../kit/form.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { alert } from "../kit/notice.ts";
import { smallPage } from "../kit/page.ts";
import { type FormText, readForm } from "../kit/read-form.ts";
import { problem } from "../problem.ts";
import type { Texts } from "../texts/en.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import { missingOperator } from "./missing-operator.ts";
import { failureText, letIn, logFailure, type PeopleParts, visitOf } from "./people-parts.ts";

/** Registration: open, by invitation, or by the setup link. */
export function registerRoutes(parts: PeopleParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  const { accounts, frame, refuse } = parts;
  const refuseStranger = (c: Context<WebEnv>, { why }: Extract<Admission, { kind: "not-admitted" }>) =>
    refuse(c, problem(403, textsOf(c).register[why === "bad-token" ? "badToken" : why]));
  const show = async (c: Context<WebEnv>, status: ContentfulStatusCode, view: Partial<RegisterView>) => {
    const missing = view.asOperator === true ? null : await missingOperator(parts, frame(c));
    const passwordLengthMin = accounts.passwordLengthMin;
    const empty = {
      email: "",
      passToken: "",
      acceptsPrivacy: false,
      asOperator: false,
      faults: noFaults,
      failure: null,
    };
    return c.html(registerPage(frame(c), { ...empty, missing, passwordLengthMin, ...view }).text, status);
  };

  app.get("/auth/register", async (c) => {
    if (c.var.session !== undefined) return c.redirect("/dashboard", 303);
    const passToken = c.req.query("token") ?? "";
    const admission = await findAdmission(accounts, passToken);
    if (admission.kind === "not-admitted") return refuseStranger(c, admission);
    const { email, asOperator } = admission;
    return show(c, 200, { passToken, email: email ?? "", asOperator });
  });

  app.post("/auth/register", async (c) => {
    const form = formOf(await readForm(c));
    const { register: texts, throttled, passwordUnfit } = textsOf(c);
    const { email, passToken, acceptsPrivacy } = form;
    const again = async (status: ContentfulStatusCode, view: Partial<RegisterView>) => {
      const admission = await findAdmission(accounts, passToken);
      const asOperator = admission.kind === "admitted" && admission.asOperator;
      return show(c, status, { email, passToken, acceptsPrivacy, asOperator, ...view });
    };

    const result = await register(accounts, form, visitOf(parts, c));
    switch (result.kind) {
      case "registered":
        letIn(parts, c, email, result.session);
        return c.redirect("/dashboard", 303);
      case "confirm-first":
        return c.html(smallPage(frame(c), { title: texts.confirmTitle, lede: texts.confirm }).text);
      case "not-admitted":
        return refuseStranger(c, result);
      case "invalid":
        return again(400, { faults: inWords(textsOf(c), result.faults) });
      case "unfit":
        return again(400, { faults: { ...noFaults, password: passwordUnfit } });
      case "taken":
        return again(409, { faults: { ...noFaults, email: texts.taken } });
      case "throttled":
        c.header("Retry-After", String(result.retryAfterSeconds));
        return again(429, { failure: throttled(result.retryAfterSeconds) });
      case "unavailable":
        logFailure(parts, c, result.reason);
        return again(500, { failure: failureText(c, result) });
    }
  });

  return app;
}

function inWords({ register: texts, passwordFault }: Texts, faults: RegistrationFaults): RegisterView["faults"] {
  const { email, password, repeated, privacy } = faults;
  return {
    email: email && texts.emailInvalid,
    password: password && passwordFault(password),
    repeated: repeated && texts.repeatedDifferent,
    privacy: privacy && texts.privacyMissing,
  };
}

function formOf(text: FormText) {
  return {
    email: text("email"),
    password: text("password"),
    repeated: text("repeated"),
    acceptsPrivacy: text("privacy") !== "",
    passToken: text("token"),
    timeZone: text("time_zone"),
  };
}

type RegisterView = {
  email: string;
  passToken: string;
  passwordLengthMin: number;
  acceptsPrivacy: boolean;
  /** The setup link was used: the account becomes the operator's. */
  asOperator: boolean;
  /** Says that there is no operator yet, and that this account will not be it. */
  missing: Html | null;
  faults: { [Name in keyof RegistrationFaults]: string | null };
  /** What went wrong if no field is to blame. */
  failure: string | null;
};

const noFaults = { email: null, password: null, repeated: null, privacy: null };

function registerPage(frame: Frame, view: RegisterView): Html {
  const texts = frame.texts.register;
  const hasFault = Object.values(view.faults).some((fault) => fault !== null);
  return smallPage(frame, {
    ...headOf(frame, view),
    body: html`${view.missing} ${alert(view.failure ?? (hasFault ? texts.failed : null))}
    ${postForm(
      frame,
      { action: "/auth/register" },
      html`<input type="hidden" name="token" value="${view.passToken}" />
        <input type="hidden" name="time_zone" id="time-zone" />
        <script src="${frame.assets.timeZoneScript}"></script>
        ${fields(frame, view)}
        <button class="btn go">${view.missing === null ? texts.submit : texts.ordinaryTitle}</button>`,
    )}`,
    footer: html`<p>${texts.haveAccount} <a href="/auth/login">${texts.logIn}</a></p>`,
  });
}

function headOf({ texts: { register: texts } }: Frame, { asOperator, missing }: RegisterView) {
  if (asOperator) return { title: texts.operatorTitle, lede: texts.operatorLede };
  if (missing !== null) return { title: texts.ordinaryTitle, lede: texts.ordinaryLede };
  return { title: texts.title, lede: texts.lede };
}

function fields(frame: Frame, { email, faults, passwordLengthMin, acceptsPrivacy }: RegisterView): Html {
  const texts = frame.texts.register;
  const cursorAt = (["email", "password", "repeated"] as const).find((name) => faults[name] !== null) ?? "email";
  return html`${inputField({
    isRequired: true,
    name: "email",
    label: texts.email,
    type: "email",
    autocomplete: "email",
    value: email,
    fault: faults.email,
    hasCursor: cursorAt === "email",
  })}
  ${inputField({
    isRequired: true,
    name: "password",
    label: texts.password,
    type: "password",
    autocomplete: "new-password",
    hint: texts.passwordHint(passwordLengthMin),
    fault: faults.password,
    hasCursor: cursorAt === "password",
  })}
  ${inputField({
    isRequired: true,
    name: "repeated",
    label: texts.repeated,
    type: "password",
    autocomplete: "new-password",
    fault: faults.repeated,
    hasCursor: cursorAt === "repeated",
  })}
  ${checkField({
    name: "privacy",
    label: html`${texts.acceptBefore}<a href="/auth/privacy">${texts.acceptLink}</a>`,
    value: "accepted",
    isChecked: acceptsPrivacy,
    isRequired: true,
    fault: faults.privacy,
  })}`;
}
