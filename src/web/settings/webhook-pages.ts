import {
  credentialsOf,
  type CredentialName,
  eventsOf,
  isOptional,
  type WebhookEvent,
  type WebhookKind,
  webhookKinds,
} from "../../webhooks/webhook.ts";
import type { ListedDelivery, ListedWebhook } from "../../webhooks/webhook-store.ts";
import { ago } from "../kit/dates.ts";
import { inputField, option, selectField } from "../kit/field.ts";
import { hiddenFields, postButton, postForm } from "../kit/form.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { alert } from "../kit/notice.ts";
import { settingsPage } from "./settings-page.ts";

export type WebhooksView = {
  webhooks: ListedWebhook[];
  /** Of a webhook that was just made: its only chance to be copied. */
  secret: string | null;
  done: string | null;
  now: Date;
};

export function webhooksPage(frame: Frame, view: WebhooksView): Html {
  const texts = frame.texts.webhooks;
  return settingsPage(frame, {
    section: "webhooks",
    title: texts.title,
    note: texts.lede,
    done: view.done,
    body: html`<div class="stack">
      ${
        view.secret !== null &&
        html`<section class="panel form made" aria-label="${texts.secret}">
          <p role="status"><strong>${texts.secretNow}</strong></p>
          <dl class="terms">
            <dt>${texts.secret}</dt>
            <dd><code>${view.secret}</code></dd>
          </dl>
        </section>`
      }
      <section class="panel" aria-label="${texts.yours}">
        ${view.webhooks.length === 0 && html`<p>${texts.none}</p>`}
        <ul class="sessions" role="list">
          ${view.webhooks.map((webhook) => webhookRow(frame, webhook, view.now))}
        </ul>
      </section>
      <section class="panel" aria-labelledby="add">
        <h2 id="add">${texts.add}</h2>
        <ul class="sessions" role="list">
          ${webhookKinds.map(
            (kind) =>
              html`<li>
                <div><strong>${texts.kinds[kind]}</strong><span>${texts.kindHints[kind]}</span></div>
                <a class="btn" href="/settings/webhooks/new?kind=${kind}" aria-label="${texts.addOf(texts.kinds[kind])}"
                  >${texts.add}</a
                >
              </li>`,
          )}
        </ul>
      </section>
    </div>`,
  });
}

function webhookRow(frame: Frame, webhook: ListedWebhook, now: Date): Html {
  const texts = frame.texts.webhooks;
  const { id, name, kind, url, events, folderName, words, failingSince, disabledAt, deliveries } = webhook;
  const filter = [folderName, words].filter((one) => one !== null && one !== "").join(", ");
  return html`<li>
    <div>
      <strong dir="auto">${name}</strong>
      <span>${texts.kinds[kind]}, <bdi class="address">${url}</bdi></span>
      <span
        >${events.map((event) => texts.events[event]).join(" · ")}${filter !== "" && html` (<bdi>${filter}</bdi>)`}</span
      >
      ${disabledAt !== null && html`<span class="state bad">${texts.disabled}</span>`}
      ${disabledAt === null && failingSince !== null && html`<span class="state warn">${texts.failing}</span>`}
      ${
        deliveries.length > 0 &&
        html`<details>
          <summary>${texts.last}</summary>
          <ul role="list">
            ${deliveries.map((delivery) => deliveryRow(frame, delivery, now))}
          </ul>
        </details>`
      }
    </div>
    <div class="line">
      ${
        disabledAt === null
          ? postButton(frame, { action: `/settings/webhooks/${id}/test`, label: texts.test, name: texts.testOf(name) })
          : postButton(frame, {
              action: `/settings/webhooks/${id}/enable`,
              label: texts.enable,
              name: texts.enableOf(name),
            })
      }
      ${postButton(frame, { action: `/settings/webhooks/${id}/delete`, label: texts.remove, name: texts.removeOf(name), kind: "danger" })}
    </div>
  </li>`;
}

function deliveryRow(frame: Frame, delivery: ListedDelivery, now: Date): Html {
  const texts = frame.texts.webhooks;
  const { id, event, title, createdAt, dueAt, isDelivered, attempts, answer } = delivery;
  const about = title ?? texts.events[event];
  const state = isDelivered
    ? texts.delivered
    : dueAt === null
      ? texts.failed
      : attempts === 0
        ? texts.waiting
        : texts.retrying(attempts);
  return html`<li>
    ${ago(frame, createdAt, now)}: <bdi>${about}</bdi>,
    ${state}${!isDelivered && answer !== null && answer !== "" && html` (<bdi>${answer}</bdi>)`}
    ${dueAt === null && postButton(frame, { action: `/settings/webhooks/deliveries/${id}/repeat`, label: texts.repeat, name: texts.repeatOf(about) })}
  </li>`;
}

export type WebhookFaults = Partial<Record<"name" | "url" | "events" | "words" | CredentialName, string>>;
export type WebhookForm = {
  kind: WebhookKind;
  values: { name: string; url: string; events: readonly WebhookEvent[]; folder: string; words: string };
  folders: { id: string; name: string }[];
  faults: WebhookFaults;
  failure: string | null;
};

export function newWebhookPage(frame: Frame, form: WebhookForm): Html {
  const texts = frame.texts.webhooks;
  const title = texts.newTitle(texts.kinds[form.kind]);
  return settingsPage(frame, {
    section: "webhooks",
    title,
    note: texts.kindHints[form.kind],
    body: html`<div class="panel form">${alert(form.failure)} ${fields(frame, form)}</div>`,
  });
}

function fields(frame: Frame, { kind, values, folders, faults }: WebhookForm): Html {
  const texts = frame.texts.webhooks;
  return postForm(
    frame,
    { action: "/settings/webhooks" },
    html`${hiddenFields({ kind })}
      ${inputField({ name: "name", label: texts.name, value: values.name, isRequired: true, fault: faults.name, autocomplete: "off" })}
      ${inputField({ name: "url", type: "url", label: texts.address, value: values.url, isRequired: true, hint: texts.addressHints[kind], fault: faults.url, autocomplete: "off" })}
      ${credentialsOf[kind].map((name) => credentialField(frame, kind, name, faults[name]))}
      <fieldset>
        <legend class="label">${texts.whenTitle}</legend>
        ${alert(faults.events ?? null)}
        ${eventsOf[kind].map(
          (event) =>
            html`<label class="check"
              ><input type="checkbox" name="event ${event}" value="on" checked="${values.events.includes(event)}" />
              ${texts.events[event]}</label
            >`,
        )}
      </fieldset>
      ${selectField({ name: "folder", label: texts.folder }, [
        option("", texts.allFolders, values.folder),
        ...folders.map((folder) => option(folder.id, folder.name, values.folder)),
      ])}
      ${inputField({ name: "words", label: texts.words, value: values.words, hint: texts.wordsHint, fault: faults.words, autocomplete: "off" })}
      <div class="line">
        <button class="btn go">${texts.create}</button>
        <a class="btn cancel" href="/settings/webhooks">${texts.cancel}</a>
      </div>`,
  );
}

/** What was typed before is not sent back: a page must not hold a secret. */
function credentialField(frame: Frame, kind: WebhookKind, name: CredentialName, fault: string | undefined): Html {
  const texts = frame.texts.webhooks;
  const isSecret = name === "token" || name === "clientSecret" || name === "password";
  return inputField({
    name,
    id: `credential-${name}`,
    type: isSecret ? "password" : "text",
    label: texts.credentials[name],
    isRequired: !isOptional(kind, name),
    hint: isOptional(kind, name) ? texts.optional : null,
    fault,
    autocomplete: isSecret ? "new-password" : "off",
  });
}
