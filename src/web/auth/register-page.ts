import type { RegistrationFaults } from "../../accounts/register.ts";
import { type Html, html } from "../html.ts";
import { csrfField, type Frame } from "../layout.ts";
import { alertLine, faultLine, formField } from "./form-field.ts";
import { smallPage } from "./small-page.ts";

export type RegisterView = {
  email: string;
  passToken: string;
  passwordLengthMin: number;
  acceptsPrivacy: boolean;
  /** The link is the one that makes its account the operator's. */
  asOperator: boolean;
  faults: { [Name in keyof RegistrationFaults]: string | null };
  /** What went wrong where no field is to blame. */
  failure: string | null;
};

export const noFaults = { email: null, password: null, repeated: null, privacy: null };

export function registerPage(frame: Frame, view: RegisterView): Html {
  const texts = frame.texts.register;
  const hasFault = Object.values(view.faults).some((fault) => fault !== null);
  return smallPage(frame, {
    title: view.asOperator ? texts.operatorTitle : texts.title,
    lede: view.asOperator ? texts.operatorLede : texts.lede,
    body: html`${alertLine(view.failure ?? (hasFault ? texts.failed : null))}
      <form method="post" action="/auth/register">
        ${csrfField(frame)}
        <input type="hidden" name="token" value="${view.passToken}" />
        ${fields(frame, view)}
        <button class="btn go">${texts.submit}</button>
      </form>`,
    footer: html`<p>${texts.haveAccount} <a href="/auth/login">${texts.logIn}</a></p>`,
  });
}

function fields(frame: Frame, { email, faults, passwordLengthMin, acceptsPrivacy }: RegisterView): Html {
  const texts = frame.texts.register;
  const cursorAt = (["email", "password", "repeated"] as const).find((name) => faults[name] !== null) ?? "email";
  return html`${formField({
      name: "email",
      label: texts.email,
      type: "email",
      autocomplete: "email",
      value: email,
      fault: faults.email,
      hasCursor: cursorAt === "email",
    })}
    ${formField({
      name: "password",
      label: texts.password,
      type: "password",
      autocomplete: "new-password",
      hint: texts.passwordHint(passwordLengthMin),
      fault: faults.password,
      hasCursor: cursorAt === "password",
    })}
    ${formField({
      name: "repeated",
      label: texts.repeated,
      type: "password",
      autocomplete: "new-password",
      fault: faults.repeated,
      hasCursor: cursorAt === "repeated",
    })}
    <div class="field">
      <label class="check"
        ><input
          name="privacy"
          type="checkbox"
          value="accepted"
          required
          checked="${acceptsPrivacy}"
          aria-describedby="${faults.privacy !== null && "privacy-fault"}"
          aria-invalid="${faults.privacy !== null && "true"}"
        /><span>${texts.acceptBefore}<a href="/auth/privacy">${texts.acceptLink}</a></span></label
      >
      ${faultLine("privacy", faults.privacy)}
    </div>`;
}
