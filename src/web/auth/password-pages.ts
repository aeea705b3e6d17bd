import { type Html, html } from "../html.ts";
import { csrfField, type Frame } from "../layout.ts";
import { alertLine, formField } from "./form-field.ts";
import { smallPage } from "./small-page.ts";

/** Asks where to send a reset link; `canMail` false tells whom to ask instead. */
export function forgotPage(frame: Frame, canMail: boolean, failure: string | null): Html {
  const texts = frame.texts.forgot;
  if (!canMail) return smallPage(frame, { title: texts.title, lede: texts.byOperator });
  return smallPage(frame, {
    title: texts.title,
    lede: texts.lede,
    body: html`${alertLine(failure)}
      <form method="post" action="/auth/forgot">
        ${csrfField(frame)}
        ${formField({ name: "email", label: frame.texts.logIn.email, type: "email", autocomplete: "username", hasCursor: true })}
        <button class="btn go">${texts.submit}</button>
      </form>`,
  });
}

export type ResetView = {
  /** Where the form goes; with our own links it holds the token. */
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
    body: html`${alertLine(failure)}
      <form method="post" action="${action}">
        ${csrfField(frame)} ${newPasswordFields(frame, passwordLengthMin, faults)}
        <button class="btn go">${texts.submit}</button>
      </form>`,
  });
}

export function newPasswordFields(frame: Frame, lengthMin: number, faults: ResetView["faults"]): Html {
  const { newPassword, repeated } = frame.texts.account;
  return html`${formField({
    name: "password",
    label: newPassword,
    type: "password",
    autocomplete: "new-password",
    hint: frame.texts.register.passwordHint(lengthMin),
    fault: faults.password,
    hasCursor: faults.password !== null,
  })}
  ${formField({
    name: "repeated",
    label: repeated,
    type: "password",
    autocomplete: "new-password",
    fault: faults.repeated,
  })}`;
}
