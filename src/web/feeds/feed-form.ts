import { inputField, linesField } from "../kit/field.ts";
import { postButton, postForm } from "../kit/form.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { smallPage } from "../kit/page.ts";

/** What the form of a feed shows. Passwords and headers are never shown again. */
export type FeedFormValues = { name: string; url: string };
/** What is wrong with the form: with a field, or with the whole. */
export type FeedFormFaults = { name: string | null; url: string | null; general: string | null };

export const noFaults: FeedFormFaults = { name: null, url: null, general: null };

/** The content of #feed-add-form-errors and the like. */
export function formErrors({ name, url, general }: FeedFormFaults): Html {
  const sentences = [name, url, general].filter((sentence) => sentence !== null);
  if (sentences.length === 0) return html``;
  return html`<ul class="alert" role="alert">
    ${sentences.map((sentence) => html`<li>${sentence}</li>`)}
  </ul>`;
}

/** `isPart`: htmx sends it and the page stays. Otherwise it is a plain form. */
type AddForm = { values: FeedFormValues; faults: FeedFormFaults; isPart: boolean };

export function addForm(frame: Frame, { values, faults, isPart }: AddForm): Html {
  const texts = frame.texts.feeds;
  return postForm(
    frame,
    {
      action: "/feeds",
      id: "feed-add-form",
      className: "feed-form",
      isUnchecked: true,
      htmx: { post: isPart && "/feeds", include: "#feed-filters", swap: "none" },
    },
    html`${fields(frame, { prefix: "feed-add", errors: "feed-add-form-errors", values, hint: texts.urlHint })}
      ${ownFields(frame, "feed-add", texts.ownHint)}
      <div id="feed-add-form-errors">${formErrors(faults)}</div>
      <div class="buttons"><button class="btn go">${texts.addSubmit}</button></div>`,
  );
}

type EditForm = AddForm & { id: string; isOwn: boolean };

/** With htmx it opens in the feed's row, which has a place for errors. Without, it is a page. */
export function editForm(frame: Frame, { id, isOwn, values, faults, isPart }: EditForm): Html {
  const texts = frame.texts.feeds;
  const prefix = `feed-edit-${id}`;
  return postForm(
    frame,
    {
      action: `/feeds/${id}`,
      className: "feed-form",
      isUnchecked: true,
      htmx: { patch: isPart && `/feeds/${id}`, include: "#feed-filters", swap: "none" },
    },
    html`${fields(frame, { prefix, errors: `feed-edit-form-errors-${id}`, values, hint: null })}
      ${ownFields(frame, prefix, isOwn ? texts.ownKept : texts.ownHint)}
      ${
        isOwn &&
        html`<label class="check"
          ><input type="checkbox" name="share" value="yes" /><span>${texts.ownDrop}</span></label
        >`
      }
      ${!isPart && html`<div id="feed-edit-form-errors-${id}">${formErrors(faults)}</div>`}
      <div class="buttons">
        <button class="btn go">${texts.editSubmit}</button>
        <a
          class="btn"
          href="/dashboard"
          hx-get="${isPart && "/feeds"}"
          hx-include="#feed-filters, #feed-page"
          hx-target="#feed-list-container"
          hx-sync="#feed-list-container:queue all"
          >${texts.cancel}</a
        >
      </div>`,
  );
}

type Fields = { prefix: string; errors: string; values: FeedFormValues; hint: string | null };

function fields({ texts: { feeds: texts } }: Frame, { prefix, errors, values, hint }: Fields): Html {
  return html`${inputField({ name: "name", id: `${prefix}-name`, label: texts.name, value: values.name, isRequired: true, hasCursor: true, describedBy: errors })}
  ${inputField({ name: "url", id: `${prefix}-url`, label: texts.url, type: "url", value: values.url, isRequired: true, autocomplete: "off", hint, describedBy: errors })}`;
}

/** A feed that needs a login is private. */
function ownFields({ texts: { feeds: texts } }: Frame, prefix: string, hint: string): Html {
  return html`<details class="own">
    <summary>${texts.ownTitle}</summary>
    <p class="hint">${hint}</p>
    <div class="pair">
      ${inputField({ name: "username", id: `${prefix}-username`, label: texts.username, autocomplete: "off" })}
      ${inputField({ name: "password", id: `${prefix}-password`, label: texts.password, type: "password", autocomplete: "off" })}
    </div>
    ${linesField({ name: "headers", id: `${prefix}-headers`, label: texts.headers, value: "", rows: 2, placeholder: "X-Api-Key: …" })}
  </details>`;
}

/** The forms as pages, for browsers without script. */
export function addPage(frame: Frame, form: Omit<AddForm, "isPart">): Html {
  return smallPage(frame, { title: frame.texts.feeds.add, body: addForm(frame, { ...form, isPart: false }) });
}

export function editPage(frame: Frame, form: Omit<EditForm, "isPart">): Html {
  const { feeds: texts } = frame.texts;
  return smallPage(frame, {
    title: texts.edit,
    body: html`${editForm(frame, { ...form, isPart: false })}
    ${postButton(frame, { action: `/feeds/${form.id}/delete`, label: texts.delete, kind: "danger" })}`,
  });
}

/** A plain form: the answer redirects to the report. */
export function importForm(frame: Frame): Html {
  const { feeds: texts } = frame.texts;
  return postForm(
    frame,
    { action: "/feeds/import", className: "feed-form", isUpload: true },
    html`<div class="field">
        <label for="opml">${texts.opmlFile}</label>
        <input id="opml" name="opml" type="file" accept=".opml,.xml,text/x-opml,text/xml,application/xml" required />
        <p class="hint">${texts.opmlHint}</p>
      </div>
      <div class="buttons">
        <button class="btn go">${texts.importSubmit}</button>
        <a class="btn ghost" href="/account/export.opml" download>${texts.exportOpml}</a>
      </div>`,
  );
}
