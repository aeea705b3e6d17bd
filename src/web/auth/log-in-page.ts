import { type Html, html } from "../html.ts";
import { csrfField, type Frame } from "../layout.ts";
import { alertLine, formField, statusLine } from "./form-field.ts";
import { smallPage } from "./small-page.ts";

export type LogInView = {
  email: string;
  faults: { email: string | null; password: string | null };
  failure: string | null;
  done: string | null;
  /** The page of ours that was asked for before. */
  next: string | null;
  offersReset: boolean;
  offersRegistration: boolean;
};

export function logInPage(frame: Frame, view: LogInView): Html {
  const texts = frame.texts.logIn;
  const { email, faults, next } = view;
  return smallPage(frame, {
    title: texts.title,
    body: html`${statusLine(view.done)} ${alertLine(view.failure)}
      <form method="post" action="/auth/login">
        ${csrfField(frame)} ${next !== null && html`<input type="hidden" name="next" value="${next}" />`}
        ${formField({
          name: "email",
          label: texts.email,
          type: "email",
          autocomplete: "username",
          value: email,
          fault: faults.email,
          hasCursor: email === "",
        })}
        ${formField({
          name: "password",
          label: texts.password,
          type: "password",
          autocomplete: "current-password",
          fault: faults.password,
          hasCursor: email !== "",
        })}
        <button class="btn go">${texts.submit}</button>
      </form>`,
    footer: footer(frame, view),
  });
}

function footer({ texts: { logIn: texts } }: Frame, { offersReset, offersRegistration }: LogInView): Html | null {
  if (!offersReset && !offersRegistration) return null;
  return html`${offersRegistration && html`<p>${texts.noAccount} <a href="/auth/register">${texts.register}</a></p>`}
  ${offersReset && html`<p><a href="/auth/forgot">${texts.forgot}</a></p>`}`;
}
