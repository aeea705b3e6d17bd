import type { Frame } from "./frame.ts";
import { type Html, html } from "./html.ts";
import { copyIcon } from "./icons.ts";

/** Copies a text to the clipboard. The script shows it where that works (buttons.js); without, there is the text to select. */
export function copyButton({ texts: { frame: texts } }: Frame, { text, label }: { text: string; label: string }): Html {
  return html`<button
    class="btn quiet square needs-copy"
    type="button"
    data-copy="${text}"
    data-done="${texts.copied}"
    data-failed="${texts.copyFailed}"
    aria-label="${label}"
    title="${label}"
  >
    ${copyIcon}
  </button>`;
}
