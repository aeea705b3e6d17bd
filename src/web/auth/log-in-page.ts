import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { RelyingParty } from "../../accounts/passkeys/relying-party.ts";
import { inputField } from "../kit/field.ts";
import { postForm } from "../kit/form.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { alert, notice } from "../kit/notice.ts";
import { smallPage } from "../kit/page.ts";
import { passkeyForm, passkeyScript } from "../kit/passkey-form.ts";
import type { WebEnv } from "../web-env.ts";
import { missingOperator } from "./missing-operator.ts";
import { passkeyPartyOf } from "./passkey-parts.ts";
import type { PeopleParts } from "./people-parts.ts";

export type LogInView = {
  email: string;
  faults: { email: string | null; password: string | null };
  failure: string | null;
  done: string | null;
  /** The page to return to after the login. */
  next: string | null;
  offersReset: boolean;
  offersRegistration: boolean;
  /** Says that there is no operator yet. */
  missing: Html | null;
  /** What the operator calls the server that people can also log in with. */
  oidcName: string | null;
  /** Null: this server offers no passkeys. */
  party: RelyingParty | null;
};

const empty = { email: "", faults: { email: null, password: null }, failure: null, done: null, next: null };

/** The login page, whichever way in was tried. */
export async function showLogIn(
  parts: PeopleParts,
  c: Context<WebEnv>,
  status: ContentfulStatusCode,
  view: Partial<LogInView>,
): Promise<Response> {
  const { accounts, frame, oidc } = parts;
  const offers = {
    offersReset: accounts.provider.hasher !== null || accounts.provider.recovery !== null,
    offersRegistration: accounts.registration === "open",
    missing: await missingOperator(parts, frame(c)),
    oidcName: oidc?.settings.name ?? null,
    party: passkeyPartyOf(parts),
  };
  return c.html(logInPage(frame(c), { ...empty, ...offers, ...view }).text, status);
}

function logInPage(frame: Frame, view: LogInView): Html {
  const texts = frame.texts.logIn;
  const { email, faults, next } = view;
  return smallPage(frame, {
    title: texts.title,
    body: html`${view.missing} ${notice(view.done)} ${alert(view.failure)}
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
    )}
    ${view.party !== null && passkeyButton(frame, view.party, next)} ${oidcButton(frame, view)}`,
    footer: footer(frame, view),
  });
}

function passkeyButton(frame: Frame, party: RelyingParty, next: string | null): Html {
  return html`${passkeyForm(
    frame,
    { action: "/auth/passkey", kind: "get", challenge: "/auth/passkey/challenge", party },
    html`${next !== null && html`<input type="hidden" name="next" value="${next}" />`}
      <button class="btn">${frame.texts.waysIn.logInPasskey}</button>`,
  )}
  ${passkeyScript(frame)}`;
}

function footer({ texts: { logIn: texts } }: Frame, { offersReset, offersRegistration }: LogInView): Html | null {
  if (!offersReset && !offersRegistration) return null;
  return html`${offersRegistration && html`<p>${texts.noAccount} <a href="/auth/register">${texts.register}</a></p>`}
  ${offersReset && html`<p><a href="/auth/forgot">${texts.forgot}</a></p>`}`;
}

/** A link: a form may not lead to another server (Content-Security-Policy). */
function oidcButton({ texts: { signIn: texts } }: Frame, { oidcName, next }: LogInView): Html | null {
  if (oidcName === null) return null;
  const href = next === null ? "/auth/oidc" : `/auth/oidc?next=${encodeURIComponent(next)}`;
  return html`<p><a class="btn" href="${href}">${texts.with(oidcName)}</a></p>`;
}
