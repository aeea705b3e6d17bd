import { smallPage } from "../auth/small-page.ts";
import { type Html, html } from "../html.ts";
import { csrfField, type Frame } from "../layout.ts";
import { type AddForm, addForm, type EditForm, editForm } from "./feed-form.ts";

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
