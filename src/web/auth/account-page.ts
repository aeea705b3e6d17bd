import type { SessionListed } from "../../accounts/session-store.ts";
import { alertLine, formField, statusLine } from "../kit/field.ts";
import { type Html, html } from "../kit/html.ts";
import { csrfField, type Frame, layout } from "../kit/layout.ts";
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
      ${statusLine(view.done)}
      <div class="cols">
        <div class="stack">${sessions(frame, view)} ${dataExport(frame)}</div>
        <div class="stack">${passwordChange(frame, view)} ${deletion(frame, view)}</div>
      </div>`,
  });
}

function sessions(frame: Frame, { sessions: listed, ownSessionId }: AccountView): Html {
  const texts = frame.texts.account;
  const ownFirst = listed.toSorted((a, b) => Number(b.id === ownSessionId) - Number(a.id === ownSessionId));
  return html`<section class="panel form" aria-labelledby="sessions">
    <header><h2 id="sessions">${texts.sessionsTitle}</h2></header>
    <ul class="sessions" role="list">
      ${ownFirst.map((session) => sessionRow(frame, session, session.id === ownSessionId))}
    </ul>
    ${
      listed.length > 1 &&
      html`<form method="post" action="/account/sessions/end-others">
        ${csrfField(frame)}<button class="btn">${texts.endOthers}</button>
      </form>`
    }
  </section>`;
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
      html`<form method="post" action="/account/sessions/${session.id}/end">
        ${csrfField(frame)}<button class="btn" aria-label="${texts.endSessionOf(device)}">${texts.endSession}</button>
      </form>`
    }
  </li>`;
}

function moment(time: Date): Html {
  const text = time.toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });
  return html`<time datetime="${time.toISOString()}">${text} UTC</time>`;
}

function dataExport({ texts: { account: texts } }: Frame): Html {
  return html`<section class="panel form" aria-labelledby="export">
    <header><h2 id="export">${texts.exportTitle}</h2></header>
    <p>${texts.exportText}</p>
    <p class="buttons">
      <a class="btn" href="/account/export.json" download>${texts.exportJson}</a>
      <a class="btn" href="/account/export.opml" download>${texts.exportOpml}</a>
    </p>
  </section>`;
}

function passwordChange(frame: Frame, { password: faults, passwordLengthMin }: AccountView): Html {
  const texts = frame.texts.account;
  return html`<section class="panel form" aria-labelledby="password-title">
    <header><h2 id="password-title">${texts.passwordTitle}</h2></header>
    ${alertLine(faults.failure)}
    <form method="post" action="/account/password">
      ${csrfField(frame)}
      <input type="hidden" name="username" autocomplete="username" value="${frame.person?.email}" />
      ${formField({
        name: "current",
        label: texts.current,
        type: "password",
        autocomplete: "current-password",
        fault: faults.current,
        hasCursor: faults.current !== null,
      })}
      ${newPasswordFields(frame, passwordLengthMin, faults)}
      <button class="btn go">${texts.passwordSubmit}</button>
    </form>
  </section>`;
}

function deletion(frame: Frame, { deletion: faults }: AccountView): Html {
  const texts = frame.texts.account;
  return html`<section class="panel form" aria-labelledby="delete">
    <header><h2 id="delete">${texts.deleteTitle}</h2></header>
    ${alertLine(faults.failure)}
    <p>${texts.deleteText}</p>
    <form method="post" action="/account/delete">
      ${csrfField(frame)}
      ${formField({
        name: "confirmation",
        label: texts.deletePassword,
        type: "password",
        autocomplete: "current-password",
        fault: faults.password,
        hasCursor: faults.password !== null,
      })}
      <button class="btn danger">${texts.deleteSubmit}</button>
    </form>
  </section>`;
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

/** A session's User-Agent as a person would say it: "Firefox, Linux". Unknown programs keep their own first words. */
export function describeDevice(userAgent: string | null, unknown: string): string {
  if (userAgent === null || userAgent.trim() === "") return unknown;
  const words = [browsers, systems].flatMap((table) => table.find(([form]) => form.test(userAgent))?.[1] ?? []);
  return words.length > 0 ? words.join(", ") : userAgent.slice(0, lengthMax);
}
