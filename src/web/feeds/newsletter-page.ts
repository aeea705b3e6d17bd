import { copyButton } from "../kit/copy-button.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";

/** Where its mails go, to copy. */
export function newsletterAddressLine(frame: Frame, address: string): Html {
  const { newsletters: texts } = frame.texts;
  return html`<p class="address line">
    <span class="note">${texts.address}</span>
    <code dir="ltr">${address}</code>${copyButton(frame, { text: address, label: texts.copy })}
  </p>`;
}

/** What a person does with the address. */
export function newsletterHelp({ texts: { newsletters: texts } }: Frame): Html {
  return html`<ol class="note stack">
    ${texts.how.map((step) => html`<li>${step}</li>`)}
  </ol>`;
}
