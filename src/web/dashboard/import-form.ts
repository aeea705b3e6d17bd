import { type Html, html } from "../html.ts";
import { csrfField, type Frame } from "../layout.ts";

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
