import { mayRemove } from "../../../accounts/ways-in.ts";
import { inputField } from "../../kit/field.ts";
import { postButton, postForm } from "../../kit/form.ts";
import type { Frame } from "../../kit/frame.ts";
import { type Html, html } from "../../kit/html.ts";
import { alert } from "../../kit/notice.ts";
import { passkeyForm, passkeyScript } from "../../kit/passkey-form.ts";
import { settingsPage } from "../settings-page.ts";
import { identityRows } from "./identity-rows.ts";
import type { LoginView } from "./login-view.ts";
import { passkeyList } from "./passkey-list.ts";

/** All ways in and what is asked after the password. What cannot be changed is not offered, with the reason. */
export function loginPage(frame: Frame, view: LoginView): Html {
  const texts = frame.texts.waysIn;
  return settingsPage(frame, {
    section: "login",
    title: texts.title,
    note: texts.lede,
    done: view.done,
    body: html`${alert(view.failure)} ${!view.isConfirmed && confirmation(frame, view)}
    ${row(texts.password, password(frame, view))} ${row(texts.passkeys, passkeyList(frame, view))}
    ${identityRows(frame, view)} ${row(texts.secondStep, secondStep(frame, view))}
    ${view.party !== null && passkeyScript(frame)}`,
  });
}

/** With Supabase: all of this is its matter. */
export function loginElsewherePage(frame: Frame): Html {
  const texts = frame.texts.waysIn;
  return settingsPage(frame, { section: "login", title: texts.title, body: html`<p>${texts.elsewhere}</p>` });
}

function row(title: string, body: Html): Html {
  return html`<div class="row">
    <h2>${title}</h2>
    <div class="val">${body}</div>
  </div>`;
}

function confirmation(frame: Frame, { ways, party, passwordFault }: LoginView): Html {
  const texts = frame.texts.waysIn;
  const canUsePasskey = party !== null && ways.passkeys > 0;
  return row(
    texts.confirmTitle,
    html`<p class="note">${texts.confirmWhy}</p>
      ${
        ways.password &&
        postForm(
          frame,
          { action: "/settings/login/confirm", className: "entries" },
          html`<input type="hidden" name="username" autocomplete="username" value="${frame.person?.email}" />
            ${inputField({
              isRequired: true,
              name: "password",
              label: texts.confirmPassword,
              type: "password",
              autocomplete: "current-password",
              fault: passwordFault,
              hasCursor: passwordFault !== null,
            })} <button class="btn go">${texts.confirm}</button>`,
        )
      }
      ${
        canUsePasskey &&
        passkeyForm(
          frame,
          {
            action: "/settings/login/confirm/passkey",
            kind: "get",
            challenge: "/settings/login/confirm/challenge",
            party,
          },
          html`<button class="btn">${texts.confirmPasskey}</button>`,
        )
      }
      ${!ways.password && !canUsePasskey && html`<p>${texts.confirmByLogIn}</p>`}`,
  );
}

function password(frame: Frame, { ways, isConfirmed }: LoginView): Html {
  const texts = frame.texts.waysIn;
  if (!ways.password) return html`<p>${texts.noPassword}</p>`;
  const mayGo = mayRemove(ways, "password");
  return html`<p>${texts.hasPassword}</p>
    ${!mayGo && html`<p class="note">${texts.lastPassword}</p>`}
    ${
      mayGo &&
      isConfirmed &&
      postButton(frame, { action: "/settings/login/password/remove", label: texts.removePassword, kind: "danger" })
    }`;
}

function secondStep(frame: Frame, { ways, step, isConfirmed }: LoginView): Html {
  const texts = frame.texts.waysIn;
  const hasCodes = (step?.sealedSecret ?? null) !== null;
  const asksPasskey = step?.asksPasskey === true;
  if (!ways.password && step === null) return html`<p>${texts.needsPassword}</p>`;
  return html`<p class="note">${texts.secondStepWhy}</p>
    <p>${hasCodes ? texts.codesOn : texts.codesOff}</p>
    ${asksPasskey && html`<p>${texts.asksPasskey}</p>`}
    ${step !== null && html`<p>${texts.recoveryLeft(step.recoveryCodes)}</p>`}
    ${
      isConfirmed &&
      html`<div class="buttons">
          <a class="btn" href="/settings/login/codes">${hasCodes ? texts.replaceCodes : texts.setUpCodes}</a>
          ${hasCodes && postButton(frame, { action: "/settings/login/codes/end", label: texts.endCodes, kind: "danger" })}
          ${step !== null && postButton(frame, { action: "/settings/login/recovery-codes", label: texts.renewCodes })}
        </div>
        ${(asksPasskey || ways.passkeys > 0) && passkeySwitch(frame, asksPasskey)}`
    }`;
}

function passkeySwitch(frame: Frame, isOn: boolean): Html {
  const texts = frame.texts.waysIn;
  const action = "/settings/login/second-step/passkey";
  if (isOn)
    return postButton(frame, { action, label: texts.stopAskingPasskey, fields: { asks: "no" }, kind: "danger" });
  return html`${postButton(frame, { action, label: texts.askPasskey, fields: { asks: "yes" } })}
    <p class="note">${texts.askPasskeyHint}</p>`;
}
