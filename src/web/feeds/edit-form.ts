import type { FullText } from "../../feeds/feed-settings.ts";
import type { Folder } from "../../feeds/folder-store.ts";
import { isNewsletter } from "../../feeds/newsletter.ts";
import { option } from "../kit/field.ts";
import { postButton, postForm } from "../kit/form.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { type AddForm, addressFields, formErrors, formPage, nameField, ownFields } from "./feed-form.ts";
import { intervalChoices, intervalMinutesMax, type SentReading } from "./read-edit-form.ts";

export type EditForm = AddForm & {
  id: string;
  feedId: string;
  isOwn: boolean;
  /** Null: it is not there any more. */
  fullText: FullText | null;
  reading: SentReading;
  folders: readonly Folder[];
  /** FETCHER_MIN_INTERVAL_MINUTES. */
  minutesMin: number;
};

/** With htmx it opens in the feed's row, which has a place for errors. Without, it is a page. */
export function editForm(frame: Frame, form: EditForm): Html {
  const { id, values, faults, isPart } = form;
  const texts = frame.texts.feeds;
  const prefix = `feed-edit-${id}`;
  const errors = `feed-edit-form-errors-${id}`;
  return postForm(
    frame,
    {
      action: `/feeds/${id}`,
      className: "feed-form stack measure",
      isUnchecked: true,
      htmx: { patch: isPart && `/feeds/${id}`, include: "#feed-filters", swap: "none" },
    },
    html`${
        isNewsletter(values.url)
          ? html`${nameField(frame, { prefix, errors, name: values.name })} ${folderField(frame, form)}`
          : html`${addressFields(frame, { prefix, errors, values, hint: null })} ${folderField(frame, form)}
            ${intervalFields(frame, form)} ${textNote(frame, form)} ${loginFields(frame, form)}`
      }
      ${!isPart && html`<div id="feed-edit-form-errors-${id}">${formErrors(faults)}</div>`}
      <div class="line">
        <button class="btn go">${texts.editSubmit}</button>
        <a
          class="btn"
          href="/feeds"
          hx-get="${isPart && "/feeds"}"
          hx-include="#feed-filters, #feed-page"
          hx-target="#feed-list-container"
          hx-sync="#feed-list-container:queue all"
          >${texts.cancel}</a
        >
      </div>`,
  );
}

/** What a shared feed brings is the same for all who read it, so a reader is told and not asked. */
function textNote({ person, texts: { feeds } }: Frame, { feedId, isOwn, fullText }: EditForm): Html | null {
  if (fullText === null) return null;
  const texts = feeds.fullText;
  const who =
    person?.operator === true
      ? html`<a href="/operator/feeds/${feedId}">${texts.change}</a>`
      : html`${texts.operatorOnly}`;
  return html`<div class="label">
    <span>${texts.label}</span>
    <small>${texts[fullText]} ${!isOwn && who}</small>
  </div>`;
}

function loginFields(frame: Frame, { id, isOwn }: EditForm): Html {
  const texts = frame.texts.feeds;
  return html`${ownFields(frame, `feed-edit-${id}`, isOwn ? texts.ownKept : texts.ownHint)}
  ${
    isOwn &&
    html`<label class="check"><input type="checkbox" name="share" value="yes" /><span>${texts.ownDrop}</span></label>`
  }`;
}

export function editPage(frame: Frame, form: Omit<EditForm, "isPart">): Html {
  const { feeds: texts } = frame.texts;
  return formPage(
    frame,
    texts.edit,
    html`${editForm(frame, { ...form, isPart: false })}
    ${postButton(frame, { action: `/feeds/${form.id}/delete`, label: texts.delete, kind: "danger" })}`,
  );
}

function folderField({ texts: { feeds: texts } }: Frame, { id, folders, reading }: EditForm): Html | null {
  if (folders.length === 0) return null;
  return html`<div class="label">
    <label for="feed-edit-${id}-folder">${texts.bulk.folder}</label>
    <select class="field" id="feed-edit-${id}-folder" name="folder">
      ${option("", texts.noFolder, reading.folder)}
      ${folders.map((folder) => option(folder.id, folder.name, reading.folder))}
    </select>
  </div>`;
}

/** The number is for "own" alone; a style sheet hides it otherwise. */
function intervalFields({ texts: { feeds } }: Frame, { id, reading, minutesMin }: EditForm): Html {
  const texts = feeds.interval;
  const chosen = reading.interval;
  return html`<div class="pace stack">
    <div class="label">
      <label for="feed-edit-${id}-interval">${texts.label}</label>
      <select class="field" id="feed-edit-${id}-interval" name="interval" aria-describedby="feed-edit-${id}-pace">
        ${option("", texts.asAsked, chosen)}
        ${intervalChoices(minutesMin).map((minutes) => option(String(minutes), texts.every(minutes), chosen))}
        ${option("own", texts.own, chosen)}
      </select>
      <small id="feed-edit-${id}-pace">${texts.hint}</small>
    </div>
    <div class="label minutes">
      <label for="feed-edit-${id}-minutes">${texts.minutes}</label>
      <input
        class="field"
        id="feed-edit-${id}-minutes"
        name="minutes"
        type="number"
        inputmode="numeric"
        min="${minutesMin}"
        max="${intervalMinutesMax}"
        step="1"
        value="${reading.minutes}"
        autocomplete="off"
      />
    </div>
  </div>`;
}
