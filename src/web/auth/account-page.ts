import type { SessionListed } from "../../accounts/session-store.ts";
import { ago } from "../kit/dates.ts";
import { inputField } from "../kit/field.ts";
import { postButton, postForm } from "../kit/form.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { alert } from "../kit/notice.ts";
import { settingsPage } from "../settings/settings-page.ts";
import { newPasswordFields } from "./reset-routes.ts";

export type PasswordFaults = {
  current: string | null;
  password: string | null;
  repeated: string | null;
  failure: string | null;
};
export type DeletionFaults = { password: string | null; failure: string | null };

type DeletionView = { faults: DeletionFaults; hasPassword: boolean };

export const noPasswordFaults: PasswordFaults = { current: null, password: null, repeated: null, failure: null };
export const noDeletionFaults: DeletionFaults = { password: null, failure: null };

export type AccountView = {
  isList?: boolean;
  passwordLengthMin: number;
  /** Without one there is no current password to ask for. */
  hasPassword: boolean;
  faults: PasswordFaults;
  done: string | null;
};

/** Who one is here, and the password. */
export function accountPage(frame: Frame, view: AccountView): Html {
  const { isList = false, done } = view;
  const texts = frame.texts.account;
  return settingsPage(frame, {
    section: "account",
    isList,
    title: texts.title,
    done,
    body: html`<div class="row">
        <div>${texts.email}</div>
        <div class="val">
          <p dir="auto">${frame.person?.email}</p>
          ${frame.person?.operator === true && html`<p class="note">${texts.operator}</p>`}
        </div>
      </div>
      ${passwordRow(frame, view)}`,
  });
}

function passwordRow(frame: Frame, { passwordLengthMin, hasPassword, faults }: AccountView): Html {
  const texts = frame.texts.account;
  const current = () =>
    inputField({
      isRequired: true,
      name: "current",
      label: texts.current,
      type: "password",
      autocomplete: "current-password",
      fault: faults.current,
      hasCursor: faults.current !== null,
    });
  return html`<div class="row">
    <div id="password-title">${hasPassword ? texts.passwordTitle : texts.firstPasswordTitle}</div>
    <div class="val">
      ${alert(faults.failure)}
      ${postForm(
        frame,
        { action: "/account/password", className: "entries" },
        html`<input type="hidden" name="username" autocomplete="username" value="${frame.person?.email}" />
          ${hasPassword && current()} ${newPasswordFields(frame, passwordLengthMin, faults)}
          <button class="btn go">${hasPassword ? texts.passwordSubmit : texts.firstPasswordSubmit}</button>`,
      )}
    </div>
  </div>`;
}

type SessionsView = { sessions: SessionListed[]; ownSessionId: string; done: string | null; now: Date };

export function sessionsPage(frame: Frame, { sessions, ownSessionId, done, now }: SessionsView): Html {
  const texts = frame.texts.account;
  const ownFirst = sessions.toSorted((a, b) => Number(b.id === ownSessionId) - Number(a.id === ownSessionId));
  return settingsPage(frame, {
    section: "sessions",
    title: texts.sessionsTitle,
    done,
    body: html`<ul class="sessions" role="list">
        ${ownFirst.map((session) => sessionRow(frame, { session, isOwn: session.id === ownSessionId, now }))}
      </ul>
      ${sessions.length > 1 && postButton(frame, { action: "/account/sessions/end-others", label: texts.endOthers })}`,
  });
}

type SessionRow = { session: SessionListed; isOwn: boolean; now: Date };

function sessionRow(frame: Frame, { session, isOwn, now }: SessionRow): Html {
  const texts = frame.texts.account;
  const device = describeDevice(session.userAgent, texts.unknownDevice);
  return html`<li>
    <div>
      <strong>${device}</strong>${isOwn && html`<em>${texts.thisSession}</em>`}
      <span
        >${session.address} · ${texts.startedAt} ${ago(frame, session.createdAt, now)}, ${texts.lastSeen}
        ${ago(frame, session.lastSeenAt, now)}</span
      >
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

export function dataPage(frame: Frame): Html {
  const texts = frame.texts.account;
  return settingsPage(frame, {
    section: "data",
    title: texts.exportTitle,
    note: texts.exportText,
    body: html`<p class="buttons">
      <a class="btn" href="/account/export.json" download>${texts.exportJson}</a>
      <a class="btn" href="/account/export.opml" download>${texts.exportOpml}</a>
      <a class="btn" href="/account/starred.html" download>${texts.exportBookmarks}</a>
    </p>`,
  });
}

export function deletionPage(frame: Frame, { faults, hasPassword }: DeletionView): Html {
  const texts = frame.texts.account;
  const password = () =>
    inputField({
      isRequired: true,
      name: "confirmation",
      label: texts.deletePassword,
      type: "password",
      autocomplete: "current-password",
      fault: faults.password,
      hasCursor: faults.password !== null,
    });
  return settingsPage(frame, {
    section: "delete",
    title: texts.deleteTitle,
    note: texts.deleteText,
    body: html`<div class="stack">
      ${alert(faults.failure)}
      ${postForm(
        frame,
        { action: "/account/delete", className: "entries" },
        html`${hasPassword ? password() : html`<p class="note">${texts.deleteWithoutPassword}</p>`}
          <button class="btn danger">${texts.deleteSubmit}</button>`,
      )}
    </div>`,
  });
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
