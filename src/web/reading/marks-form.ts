import { type Html, html } from "../html.ts";
import { csrfField, type Frame } from "../layout.ts";

/** The one form that the buttons of all items on a page send; without script it leads back to where it was sent from. */
export function marksForm(frame: Frame, back: string): Html {
  return html`<form id="marks" method="post" action="${back}">
    ${csrfField(frame)}<input type="hidden" name="back" value="${back}" />
  </form>`;
}
