import type { PasskeyListed } from "../../../accounts/passkeys/passkey-store.ts";
import { mayRemove } from "../../../accounts/ways-in.ts";
import { ago } from "../../kit/dates.ts";
import { inputField } from "../../kit/field.ts";
import { postButton, postForm } from "../../kit/form.ts";
import type { Frame } from "../../kit/frame.ts";
import { type Html, html } from "../../kit/html.ts";
import { passkeyForm } from "../../kit/passkey-form.ts";
import type { LoginView } from "./login-view.ts";

/** A person's passkeys with their last use, and the form that adds one. */
export function passkeyList(frame: Frame, view: LoginView): Html {
  const texts = frame.texts.waysIn;
  const { passkeys, party, publicOrigin, isConfirmed, nameFault } = view;
  return html`<p class="note">${texts.passkeysWhy}</p>
    ${passkeys.length === 0 && party !== null && html`<p>${texts.noPasskeys}</p>`}
    ${
      passkeys.length > 0 &&
      html`<ul class="sessions" role="list">
        ${passkeys.map((passkey) => passkeyRow(frame, passkey, view))}
      </ul>`
    }
    ${party === null && html`<p>${texts.noOrigin(publicOrigin, frame.person?.operator === true)}</p>`}
    ${
      party !== null &&
      isConfirmed &&
      html`${passkeyForm(
          frame,
          {
            action: "/settings/login/passkeys",
            kind: "create",
            challenge: "/settings/login/passkeys/challenge",
            party,
            className: "entries",
          },
          html`${inputField({ name: "name", label: texts.passkeyName, isRequired: true, hint: texts.passkeyNameHint, fault: nameFault, autocomplete: "off" })}
            <button class="btn go">${texts.addPasskey}</button>`,
        )}
        <p class="note" data-without-passkeys>${texts.needsScript}</p>`
    }`;
}

function passkeyRow(frame: Frame, passkey: PasskeyListed, { ways, party, isConfirmed, now }: LoginView): Html {
  const texts = frame.texts.waysIn;
  const { id, name, host, isSynced, createdAt, lastUsedAt } = passkey;
  const isElsewhere = host !== party?.id;
  const mayGo = isElsewhere || mayRemove(ways, "passkey");
  return html`<li>
    <div>
      <strong dir="auto">${name}</strong>${isSynced && html`<em>${texts.synced}</em>`}
      ${isElsewhere && html`<span>${texts.otherHost(host)}</span>`}
      <span
        >${texts.madeAt} ${ago(frame, createdAt, now)},
        ${lastUsedAt === null ? texts.neverUsed : html`${texts.lastUsedAt} ${ago(frame, lastUsedAt, now)}`}</span
      >
      ${!mayGo && html`<span>${texts.lastPasskey}</span>`} ${isConfirmed && renameForm(frame, { id, name })}
    </div>
    ${
      mayGo &&
      isConfirmed &&
      postButton(frame, {
        action: `/settings/login/passkeys/${id}/remove`,
        label: texts.remove,
        name: texts.removeOf(name),
        kind: "danger",
      })
    }
  </li>`;
}

function renameForm(frame: Frame, { id, name }: { id: string; name: string }): Html {
  const texts = frame.texts.waysIn;
  return html`<details class="rename">
    <summary aria-label="${texts.renameOf(name)}">${texts.rename}</summary>
    ${postForm(
      frame,
      { action: `/settings/login/passkeys/${id}/rename`, className: "line" },
      html`<input class="field" name="name" value="${name}" dir="auto" required aria-label="${texts.newNameOf(name)}" />
        <button class="btn">${texts.save}</button>`,
    )}
  </details>`;
}
