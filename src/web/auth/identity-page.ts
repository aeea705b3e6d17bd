import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { findProof } from "../../accounts/identity-store.ts";
import { inputField } from "../kit/field.ts";
import { postForm } from "../kit/form.ts";
import { html } from "../kit/html.ts";
import { alert } from "../kit/notice.ts";
import { smallPage } from "../kit/page.ts";
import { sessionOf } from "../require-person.ts";
import type { WebEnv } from "../web-env.ts";
import type { PeopleParts } from "./people-parts.ts";

type ConfirmView = {
  ticket: string;
  label: string;
  status: ContentfulStatusCode;
  /** What is wrong with the password. */
  fault: string | null;
  failure: string | null;
};

/** Before a login is linked: which one, to which account, and the password, where there is one. */
export async function confirmLink(parts: PeopleParts, c: Context<WebEnv>, view: ConfirmView): Promise<Response> {
  const { person, token } = sessionOf(c);
  const { hasPassword } = await findProof(parts.accounts.db, person.id, token);
  const frame = parts.frame(c);
  const { signIn: texts } = frame.texts;
  const passwordField = () =>
    inputField({
      isRequired: true,
      name: "confirmation",
      label: texts.yourPassword,
      type: "password",
      autocomplete: "current-password",
      fault: view.fault,
      hasCursor: true,
    });
  const page = smallPage(frame, {
    title: texts.confirmTitle(parts.oidc?.settings.name ?? ""),
    lede: texts.confirmLede(view.label, person.email),
    body: html`${alert(view.failure)}
    ${postForm(
      frame,
      { action: "/account/identities" },
      html`<input type="hidden" name="ticket" value="${view.ticket}" />
        ${hasPassword && passwordField()}
        <p class="buttons">
          <button class="btn go">${texts.confirm}</button>
          <a class="btn" href="/settings/login">${texts.cancel}</a>
        </p>`,
    )}`,
  });
  return c.html(page.text, view.status);
}
