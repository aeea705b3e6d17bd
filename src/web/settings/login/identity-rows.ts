import type { LinkedIdentity } from "../../../accounts/identity-store.ts";
import { mayRemove } from "../../../accounts/ways-in.ts";
import { ago } from "../../kit/dates.ts";
import { postButton } from "../../kit/form.ts";
import type { Frame } from "../../kit/frame.ts";
import { type Html, html } from "../../kit/html.ts";
import type { LoginView } from "./login-view.ts";

/** The logins at other servers that open this account, and the one that could. */
export function identityRows(frame: Frame, view: LoginView): Html {
  const { identities, oidc } = view;
  const isLinked = oidc === null || identities.some(({ issuer }) => issuer === oidc.issuer);
  return html`${identities.map((identity) => linkedRow(frame, identity, view))}
  ${!isLinked && linkRow(frame, oidc.name)}`;
}

function linkedRow(frame: Frame, identity: LinkedIdentity, { oidc, ways, isConfirmed, now }: LoginView): Html {
  const { signIn: texts, waysIn } = frame.texts;
  const isInUse = oidc?.issuer === identity.issuer;
  const name = isInUse ? oidc.name : new URL(identity.issuer).host;
  const mayGo = !isInUse || mayRemove(ways, "identity");
  return html`<div class="row">
    <h2>${texts.with(name)}</h2>
    <div class="val">
      <p dir="auto">${texts.linkedAs(identity.label)}</p>
      ${identity.lastUsedAt !== null && html`<p class="note">${texts.lastUsed} ${ago(frame, identity.lastUsedAt, now)}</p>`}
      ${!mayGo && html`<p class="note">${waysIn.lastIdentity}</p>`}
      ${
        mayGo &&
        isConfirmed &&
        postButton(frame, {
          action: `/account/identities/${identity.id}/unlink`,
          label: texts.unlink,
          name: texts.unlinkOf(name),
          kind: "danger",
        })
      }
    </div>
  </div>`;
}

function linkRow({ texts: { signIn: texts } }: Frame, name: string): Html {
  return html`<div class="row">
    <h2>${texts.with(name)}</h2>
    <div class="val">
      <p class="note">${texts.notLinked(name)}</p>
      <p><a class="btn" href="/account/identities/link" aria-label="${texts.linkOf(name)}">${texts.link}</a></p>
    </div>
  </div>`;
}
