import { type Html, html } from "../html.ts";
import type { Frame } from "../layout.ts";

/** Opened by its button or "?"; reading.js does what it says. */
export function keyHelp({ texts: { reading: texts } }: Frame): Html {
  return html`<div class="sheet" id="keys" popover role="dialog" aria-labelledby="keys-title">
    <h2 id="keys-title">${texts.keysTitle}</h2>
    <dl class="keys">
      ${texts.keyHelp.map(
        ([key, what]) =>
          html`<div>
            <dt><kbd>${key}</kbd></dt>
            <dd>${what}</dd>
          </div>`,
      )}
    </dl>
  </div>`;
}
