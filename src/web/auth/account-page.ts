import type { SessionListed } from "../../accounts/session-store.ts";
import { inputField } from "../kit/field.ts";
import { postButton, postForm } from "../kit/form.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { layout } from "../kit/layout.ts";
import { alert, notice } from "../kit/notice.ts";
import { formPanel } from "../kit/page.ts";
import { newPasswordFields } from "./reset-routes.ts";

export type AccountView = {
  sessions: SessionListed[];
  ownSessionId: string;
  passwordLengthMin: number;
  done: string | null;
  password: { current: string | null; password: string | null; repeated: string | null; failure: string | null };
  deletion: { password: string | null; failure: string | null };
};

export const noPasswordFaults = { current: null, password: null, repeated: null, failure: null };
export const noDeletionFaults = { password: null, failure: null };

export function accountPage(frame: Frame, view: AccountView): Html {
  const texts = frame.texts.account;
  return layout(frame, {
    title: texts.title,
    body: html`<div class="lede">
        <h1>${texts.title}</h1>
        <p>${frame.person?.email} ${frame.person?.operator === true && html`<br />${texts.operator}`}</p>
      </div>
      ${notice(view.done)}
      <div class="cols">
        <div class="stack">${sessions(frame, view)} ${dataExport(frame)}</div>
        <div class="stack">${passwordChange(frame, view)} ${deletion(frame, view)}</div>
      </div>`,
  });
}

function sessions(frame: Frame, { sessions: listed, ownSessionId }: AccountView): Html {
  const texts = frame.texts.account;
  const ownFirst = listed.toSorted((a, b) => Number(b.id === ownSessionId) - Number(a.id === ownSessionId));
  return formPanel(
    "sessions",
    texts.sessionsTitle,
    html`<ul class="sessions" role="list">
        ${ownFirst.map((session) => sessionRow(frame, session, session.id === ownSessionId))}
      </ul>
      ${listed.length > 1 && postButton(frame, { action: "/account/sessions/end-others", label: texts.endOthers })}`,
  );
}

function sessionRow(frame: Frame, session: SessionListed, isOwn: boolean): Html {
  const texts = frame.texts.account;
  const device = describeDevice(session.userAgent, texts.unknownDevice);
  return html`<li>
    <div>
      <strong>${device}</strong> ${isOwn && html`<em>${texts.thisSession}</em>`}
      <span>${session.address} · ${texts.since} ${moment(session.createdAt)}</span>
      <span>${texts.lastSeen} ${moment(session.lastSeenAt)}</span>
    </div>
    ${
      !isOwn &&
      postForm(
        frame,
        { action: `/account/sessions/${session.id}/end` },
        html`<button class="btn" aria-label="${texts.endSessionOf(device)}">${texts.endSession}</button>`,
      )
    }
  </li>`;
}

function moment(time: Date): Html {
  const text = time.toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });
  return html`<time datetime="${time.toISOString()}">${text} UTC</time>`;
}

function dataExport({ texts: { account: texts } }: Frame): Html {
  return formPanel(
    "export",
    texts.exportTitle,
    html`<p>${texts.exportText}</p>
      <p class="buttons">
        <a class="btn" href="/account/export.json" download>${texts.exportJson}</a>
        <a class="btn" href="/account/export.opml" download>${texts.exportOpml}</a>
      </p>`,
  );
}

function passwordChange(frame: Frame, { password: faults, passwordLengthMin }: AccountView): Html {
  const texts = frame.texts.account;
  return formPanel(
    "password-title",
    texts.passwordTitle,
    html`${alert(faults.failure)}
    ${postForm(
      frame,
      { action: "/account/password" },
      html`<input type="hidden" name="username" autocomplete="username" value="${frame.person?.email}" />
        ${inputField({
          isRequired: true,
          name: "current",
          label: texts.current,
          type: "password",
          autocomplete: "current-password",
          fault: faults.current,
          hasCursor: faults.current !== null,
        })}
        ${newPasswordFields(frame, passwordLengthMin, faults)}
        <button class="btn go">${texts.passwordSubmit}</button>`,
    )}`,
  );
}

function deletion(frame: Frame, { deletion: faults }: AccountView): Html {
  const texts = frame.texts.account;
  return formPanel(
    "delete",
    texts.deleteTitle,
    html`${alert(faults.failure)}
      <p>${texts.deleteText}</p>
      ${postForm(
        frame,
        { action: "/account/delete" },
        html`${inputField({
            isRequired: true,
            name: "confirmation",
            label: texts.deletePassword,
            type: "password",
            autocomplete: "current-password",
            fault: faults.password,
            hasCursor: faults.password !== null,
          })} <button class="btn danger">${texts.deleteSubmit}</button>`,
      )}`,
  );
}

const browsers: [RegExp, string][] = [
  [/\bEdg(?:A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/(?:Chrome|CriOS|Chromium)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const systems: [RegExp, string][] = [
  [/\b(?:iPhone|iPad)\b/, "iOS"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];
const lengthMax = 60;

/** A User-Agent in plain words: "Firefox, Linux". Unknown programs keep their own text, shortened. */
export function describeDevice(userAgent: string | null, unknown: string): string {
  if (userAgent === null || userAgent.trim() === "") return unknown;
  const words = [browsers, systems].flatMap((table) => table.find(([form]) => form.test(userAgent))?.[1] ?? []);
  return words.length > 0 ? words.join(", ") : userAgent.slice(0, lengthMax);
}
