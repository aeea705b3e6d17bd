import { type Html, html } from "../kit/html.ts";
import { csrfField, type Frame } from "../kit/layout.ts";
import { smallPage } from "../kit/page.ts";

/** What stands in the form of a feed; a password or header is never shown again. */
export type FeedFormValues = { name: string; url: string };
/** What is wrong with what was sent; each may be about a field or about the whole. */
export type FeedFormFaults = { name: string | null; url: string | null; general: string | null };

export const noFaults: FeedFormFaults = { name: null, url: null, general: null };

/** The inside of #feed-add-form-errors and its like. */
export function formErrors({ name, url, general }: FeedFormFaults): Html {
  const sentences = [name, url, general].filter((sentence) => sentence !== null);
  if (sentences.length === 0) return html``;
  return html`<ul class="alert" role="alert">
    ${sentences.map((sentence) => html`<li>${sentence}</li>`)}
  </ul>`;
}

/** `isPart`: htmx sends it and the page stays; otherwise it is a plain form that leads on. */
type AddForm = { values: FeedFormValues; faults: FeedFormFaults; isPart: boolean };

export function addForm(frame: Frame, { values, faults, isPart }: AddForm): Html {
  const texts = frame.texts.feeds;
  return html`<form
    class="feed-form"
    id="feed-add-form"
    method="post"
    action="/feeds"
    hx-post="${isPart && "/feeds"}"
    hx-include="#feed-filters"
    hx-swap="none"
    novalidate
  >
    ${csrfField(frame)}
    ${fields(frame, { prefix: "feed-add", errors: "feed-add-form-errors", values, hint: texts.urlHint })}
    ${ownFields(frame, "feed-add", texts.ownHint)}
    <div id="feed-add-form-errors">${formErrors(faults)}</div>
    <div class="buttons"><button class="btn go">${texts.addSubmit}</button></div>
  </form>`;
}

type EditForm = AddForm & { id: string; isOwn: boolean };

/** With htmx it opens in the feed's row, which has a place for errors; without it is a page. */
export function editForm(frame: Frame, { id, isOwn, values, faults, isPart }: EditForm): Html {
  const texts = frame.texts.feeds;
  const prefix = `feed-edit-${id}`;
  return html`<form
    class="feed-form"
    method="post"
    action="/feeds/${id}"
    hx-patch="${isPart && `/feeds/${id}`}"
    hx-include="#feed-filters"
    hx-swap="none"
    novalidate
  >
    ${csrfField(frame)} ${fields(frame, { prefix, errors: `feed-edit-form-errors-${id}`, values, hint: null })}
    ${ownFields(frame, prefix, isOwn ? texts.ownKept : texts.ownHint)}
    ${
      isOwn &&
      html`<label class="check"><input type="checkbox" name="share" value="yes" /><span>${texts.ownDrop}</span></label>`
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
    </div>
  </form>`;
}

type Fields = { prefix: string; errors: string; values: FeedFormValues; hint: string | null };

function fields({ texts: { feeds: texts } }: Frame, { prefix, errors, values, hint }: Fields): Html {
  return html`<div class="field">
      <label for="${prefix}-name">${texts.name}</label>
      <input
        id="${prefix}-name"
        name="name"
        value="${values.name}"
        required
        autofocus
        aria-describedby="${errors}"
        dir="auto"
      />
    </div>
    <div class="field">
      <label for="${prefix}-url">${texts.url}</label>
      <input
        id="${prefix}-url"
        name="url"
        type="url"
        inputmode="url"
        value="${values.url}"
        required
        aria-describedby="${errors}"
        autocapitalize="off"
        autocomplete="off"
        spellcheck="false"
      />
      ${hint !== null && html`<p class="hint">${hint}</p>`}
    </div>`;
}

/** Whoever needs a login for the feed reads it as a feed of their own. */
function ownFields({ texts: { feeds: texts } }: Frame, prefix: string, hint: string): Html {
  return html`<details class="own">
    <summary>${texts.ownTitle}</summary>
    <p class="hint">${hint}</p>
    <div class="pair">
      <div class="field">
        <label for="${prefix}-username">${texts.username}</label>
        <input id="${prefix}-username" name="username" autocomplete="off" autocapitalize="off" spellcheck="false" />
      </div>
      <div class="field">
        <label for="${prefix}-password">${texts.password}</label>
        <input id="${prefix}-password" name="password" type="password" autocomplete="off" />
      </div>
    </div>
    <div class="field">
      <label for="${prefix}-headers">${texts.headers}</label>
      <textarea
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

/** The forms as pages, for browsers without script. */
export function addPage(frame: Frame, form: Omit<AddForm, "isPart">): Html {
  return smallPage(frame, { title: frame.texts.feeds.add, body: addForm(frame, { ...form, isPart: false }) });
}

export function editPage(frame: Frame, form: Omit<EditForm, "isPart">): Html {
  const { feeds: texts } = frame.texts;
  return smallPage(frame, {
    title: texts.edit,
    body: html`${editForm(frame, { ...form, isPart: false })}
      <form method="post" action="/feeds/${form.id}/delete">
        ${csrfField(frame)}<button class="btn danger">${texts.delete}</button>
      </form>`,
  });
}

/** A plain form: the answer leads to the page of the report. */
export function importForm(frame: Frame): Html {
  const { feeds: texts } = frame.texts;
  return html`<form class="feed-form" method="post" action="/feeds/import" enctype="multipart/form-data">
    ${csrfField(frame)}
    <div class="field">
      <label for="opml">${texts.opmlFile}</label>
      <input id="opml" name="opml" type="file" accept=".opml,.xml,text/x-opml,text/xml,application/xml" required />
      <p class="hint">${texts.opmlHint}</p>
    </div>
    <div class="buttons">
      <button class="btn go">${texts.importSubmit}</button>
      <a class="btn ghost" href="/account/export.opml" download>${texts.exportOpml}</a>
    </div>
  </form>`;
}
