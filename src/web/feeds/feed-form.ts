import { postForm } from "../kit/form.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { downIcon, plusIcon } from "../kit/icons.ts";
import { shell } from "../kit/shell.ts";

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
export type AddForm = { values: FeedFormValues; faults: FeedFormFaults; isPart: boolean };

export function addForm(frame: Frame, { values, faults, isPart }: AddForm): Html {
  const texts = frame.texts.feeds;
  return postForm(
    frame,
    {
      action: "/feeds",
      id: "feed-add-form",
      className: "feed-form stack",
      isUnchecked: true,
      htmx: { post: isPart && "/feeds", include: "#feed-filters", swap: "none" },
    },
    html`${addressFields(frame, { prefix: "feed-add", errors: "feed-add-form-errors", values, hint: texts.urlHint })}
      ${ownFields(frame, "feed-add", texts.ownHint)}
      <div id="feed-add-form-errors">${formErrors(faults)}</div>
      <div class="line">
        <button class="btn go">${texts.addSubmit}</button
        ><a class="btn cancel" href="/feeds" hx-get="${isPart && "/feeds/find"}" hx-target="#found">${texts.cancel}</a>
      </div>`,
  );
}

/** The one field: the address of a site or of a feed. With `isPart`, what is found takes the place of `#found`. */
export function addField(
  { texts: { feeds: texts } }: Frame,
  { written = "", isPart = false, isFocused = false } = {},
): Html {
  return html`<form
    class="add"
    id="add"
    method="get"
    action="/feeds/find"
    hx-get="${isPart && "/feeds/find"}"
    hx-target="${isPart && "#found"}"
    hx-sync="this:replace"
  >
    <div class="find">
      ${plusIcon}<input
        class="field"
        id="address"
        name="url"
        value="${written}"
        inputmode="url"
        autocapitalize="off"
        spellcheck="false"
        autocomplete="off"
        required
        autofocus="${isFocused}"
        aria-label="${texts.find.label}"
        placeholder="${texts.find.label}"
      />
    </div>
    <button class="btn go">${texts.find.submit}</button>
  </form>`;
}

/** The form for those who know the address, or whose feed needs a login. */
export function byHand(frame: Frame, { isPart = true, isOpen = false, url = "" } = {}): Html {
  const { feeds: texts } = frame.texts;
  return html`<details class="by-hand measure" open="${isOpen}">
    <summary class="ask">${texts.byHand}${downIcon}</summary>
    ${addForm(frame, { values: { name: "", url }, faults: noFaults, isPart })}
  </details>`;
}

type Fields = { prefix: string; errors: string; values: FeedFormValues; hint: string | null };

type NameField = { prefix: string; errors: string; name: string };

export function nameField({ texts: { feeds: texts } }: Frame, { prefix, errors, name }: NameField): Html {
  const label = { name: "name", id: `${prefix}-name`, label: texts.name };
  return textField({ ...label, value: name, isFirst: true, describedBy: errors });
}

export function addressFields(frame: Frame, { prefix, errors, values, hint }: Fields): Html {
  const texts = frame.texts.feeds;
  return html`${nameField(frame, { prefix, errors, name: values.name })}
  ${textField({ name: "url", id: `${prefix}-url`, label: texts.url, type: "url", value: values.url, hint, describedBy: errors })}`;
}

/** A feed that needs a login is private. */
export function ownFields({ texts: { feeds: texts } }: Frame, prefix: string, hint: string): Html {
  return html`<details class="own">
    <summary class="ask">${texts.ownTitle}${downIcon}</summary>
    <p class="note">${hint}</p>
    ${textField({ name: "username", id: `${prefix}-username`, label: texts.username })}
    ${textField({ name: "password", id: `${prefix}-password`, label: texts.password, type: "password" })}
    <div class="label">
      <label for="${prefix}-headers">${texts.headers}</label>
      <textarea
        class="field"
        id="${prefix}-headers"
        name="headers"
        rows="2"
        autocomplete="off"
        spellcheck="false"
        placeholder="X-Api-Key: …"
      ></textarea>
    </div>
  </details>`;
}

type TextField = {
  name: string;
  id: string;
  label: string;
  type?: "text" | "url" | "password";
  value?: string;
  /** It is required, and where a person begins to type. */
  isFirst?: boolean;
  hint?: string | null;
  describedBy?: string;
};

export function textField({
  name,
  id,
  label,
  type = "text",
  value,
  isFirst = false,
  hint = null,
  describedBy,
}: TextField) {
  return html`<div class="label">
    <label for="${id}">${label}</label
    ><input
      class="field"
      id="${id}"
      name="${name}"
      type="${type}"
      value="${value}"
      dir="${type === "text" && "auto"}"
      autocomplete="off"
      autocapitalize="off"
      spellcheck="false"
      required="${describedBy !== undefined}"
      autofocus="${isFirst}"
      aria-describedby="${describedBy}"
    />${hint !== null && html`<small>${hint}</small>`}
  </div>`;
}

/** The form as a page, for browsers without script. */
export function addPage(frame: Frame, form: Omit<AddForm, "isPart">): Html {
  return formPage(frame, frame.texts.feeds.add, addForm(frame, { ...form, isPart: false }));
}

/** A page with one form and nothing else. */
export function formPage(frame: Frame, title: string, form: Html): Html {
  return shell(frame, {
    title,
    body: html`<div class="lede"><h1>${title}</h1></div>
      <section class="panel measure stack">${form}</section>`,
  });
}

/** A plain form: the answer redirects to the report. */
export function importForm(frame: Frame): Html {
  const { feeds: texts } = frame.texts;
  return postForm(
    frame,
    { action: "/feeds/import", className: "feed-form stack", isUpload: true },
    html`<div class="label">
        <label for="opml">${texts.opmlFile}</label>
        <input
          class="field"
          id="opml"
          name="opml"
          type="file"
          accept=".opml,.xml,text/x-opml,text/xml,application/xml"
          required
        />
        <small>${texts.opmlHint}</small>
      </div>
      <div class="line">
        <button class="btn go">${texts.importSubmit}</button>
        <a class="btn" href="/feeds">${texts.cancel}</a>
      </div>`,
  );
}
