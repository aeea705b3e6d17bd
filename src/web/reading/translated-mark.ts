import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { downIcon } from "../kit/icons.ts";
import { languageName } from "../kit/language-name.ts";

/** A text as it was before it was translated. */
export type Original = { text: string; language: string };

/** Says that a text is translated; opened, it shows the original. Null where nothing is. */
export function translatedMark(frame: Frame, originals: readonly (Original | null)[]): Html | null {
  const shown = originals.filter((one) => one !== null);
  const [first] = shown;
  if (first === undefined) return null;
  return html`<details class="translated">
    <summary>${frame.texts.reading.translated(languageName(frame, first.language))}${downIcon}</summary>
    ${shown.map(({ text, language }) => html`<p lang="${language}" dir="auto">${text}</p>`)}
  </details>`;
}
