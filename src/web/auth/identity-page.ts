import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { findProof, type LinkedIdentity } from "../../accounts/identity-store.ts";
import type { OidcSettings } from "../../accounts/oidc/oidc-client.ts";
import { ago } from "../kit/dates.ts";
import { inputField } from "../kit/field.ts";
import { postButton, postForm } from "../kit/form.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { alert } from "../kit/notice.ts";
import { smallPage } from "../kit/page.ts";
import { sessionOf } from "../require-person.ts";
import type { WebEnv } from "../web-env.ts";
import type { PeopleParts } from "./people-parts.ts";

export type IdentitiesView = {
  identities: LinkedIdentity[];
  /** The server that people can log in with at present. */
  oidc: Pick<OidcSettings, "issuer" | "name"> | null;
  now: Date;
};

/** Rows of the account page: the logins at other servers that open this account, and the one that could. */
export function identityRows(frame: Frame, view: IdentitiesView): Html | null {
  const { identities, oidc } = view;
  const isLinked = oidc === null || identities.some(({ issuer }) => issuer === oidc.issuer);
  return html`${identities.map((identity) => linkedRow(frame, identity, view))}
  ${!isLinked && linkRow(frame, oidc.name)}`;
}

function linkedRow(frame: Frame, identity: LinkedIdentity, { oidc, now }: IdentitiesView): Html {
  const texts = frame.texts.signIn;
  const name = oidc?.issuer === identity.issuer ? oidc.name : new URL(identity.issuer).host;
  return html`<div class="row">
    <div>${texts.with(name)}</div>
    <div class="val">
      <p dir="auto">${texts.linkedAs(identity.label)}</p>
      ${identity.lastUsedAt !== null && html`<p class="note">${texts.lastUsed} ${ago(frame, identity.lastUsedAt, now)}</p>`}
      ${postButton(frame, { action: `/account/identities/${identity.id}/unlink`, label: texts.unlink, name: texts.unlinkOf(name) })}
    </div>
  </div>`;
}

function linkRow({ texts: { signIn: texts } }: Frame, name: string): Html {
  return html`<div class="row">
    <div>${texts.with(name)}</div>
    <div class="val">
      <p class="note">${texts.notLinked(name)}</p>
      <p><a class="btn" href="/account/identities/link" aria-label="${texts.linkOf(name)}">${texts.link}</a></p>
    </div>
  </div>`;
}

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
          <a class="btn" href="/settings/account">${texts.cancel}</a>
        </p>`,
    )}`,
  });
  return c.html(page.text, view.status);
}
