import { type AppPassword, type AppProtocol, appProtocols } from "../../accounts/app-password-store.ts";
import { ago } from "../kit/dates.ts";
import { inputField, option, selectField } from "../kit/field.ts";
import { postButton, postForm } from "../kit/form.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { alert } from "../kit/notice.ts";
import { formPanel } from "../kit/page.ts";
import { settingsPage } from "./settings-page.ts";

/** What an app asks for as the address of the server. */
const addresses: Record<AppProtocol, string> = {
  greader: "/api/greader.php",
  fever: "/fever/",
  miniflux: "/",
  api: "/api/me",
};

export type AppPasswordsView = {
  passwords: AppPassword[];
  /** In lower case: some apps hash it as it is typed. */
  email: string;
  origin: string;
  /** Just made. */
  made: { protocol: AppProtocol; password: string } | null;
  nameFault: string | null;
  failure: string | null;
  done: string | null;
  now: Date;
};

export function appPasswordsPage(frame: Frame, view: AppPasswordsView): Html {
  const texts = frame.texts.apps;
  return settingsPage(frame, {
    section: "apps",
    title: texts.title,
    note: texts.lede,
    done: view.done,
    body: html`<div class="stack">${madePassword(frame, view)} ${list(frame, view)} ${form(frame, view)}</div>`,
  });
}

function madePassword({ texts: { apps: texts } }: Frame, { made, origin, email }: AppPasswordsView): Html | null {
  if (made === null) return null;
  return html`<section class="panel form made" aria-label="${texts.made}">
    <p role="status"><strong>${texts.copyNow}</strong></p>
    <dl class="terms">
      <dt>${texts.address}</dt>
      <dd><code>${origin}${addresses[made.protocol]}</code></dd>
      <dt>${texts.user}</dt>
      <dd><code>${email}</code></dd>
      <dt>${texts.password}</dt>
      <dd><code>${made.password}</code></dd>
    </dl>
    <p class="note">${texts.protocolHints[made.protocol]}</p>
  </section>`;
}

function list(frame: Frame, { passwords, now }: AppPasswordsView): Html {
  const texts = frame.texts.apps;
  return html`<section class="panel" aria-label="${texts.yours}">
    ${passwords.length === 0 && html`<p>${texts.none}</p>`}
    <ul class="sessions" role="list">
      ${passwords.map(
        ({ id, name, protocol, readOnly, plainTitles, createdAt, lastUsedAt, lastAddress }) =>
          html`<li>
            <div>
              <strong dir="auto">${name}</strong>
              <span
                >${[texts.protocols[protocol], texts.access[readOnly ? "read" : "all"], texts.titles[plainTitles ? "plain" : "published"]].join(", ")}</span
              >
              <span>
                ${texts.createdAt} ${ago(frame, createdAt, now)},
                ${
                  lastUsedAt === null
                    ? texts.neverUsed
                    : html`${texts.lastUsedAt} ${ago(frame, lastUsedAt, now)}
                      ${lastAddress !== null && texts.fromAddress(lastAddress)}`
                }
              </span>
            </div>
            ${postButton(frame, { action: `/settings/apps/${id}/delete`, label: texts.revoke, name: texts.revokeOf(name), kind: "danger" })}
          </li>`,
      )}
    </ul>
  </section>`;
}

function form(frame: Frame, { nameFault, failure }: AppPasswordsView): Html {
  const texts = frame.texts.apps;
  return formPanel(
    "new-password",
    texts.newTitle,
    html`${alert(failure)}
    ${postForm(
      frame,
      { action: "/settings/apps" },
      html`${inputField({ name: "name", label: texts.name, isRequired: true, hint: texts.nameHint, fault: nameFault, autocomplete: "off" })}
        ${selectField(
          { name: "protocol", label: texts.protocol, hint: texts.protocolHint },
          appProtocols.map((one) => option(one, texts.protocols[one], "greader")),
        )}
        ${selectField({ name: "access", label: texts.accessLabel }, [
          option("all", texts.access.all, "all"),
          option("read", texts.access.read, "all"),
        ])}
        ${selectField({ name: "titles", label: texts.titlesLabel }, [
          option("plain", texts.titles.plain, "plain"),
          option("published", texts.titles.published, "plain"),
        ])} <button class="btn go">${texts.create}</button>`,
    )}`,
  );
}
