import { type Html, html } from "../html.ts";
import type { Frame } from "../layout.ts";
import { smallPage } from "./small-page.ts";

export function privacyPage(frame: Frame): Html {
  const texts = frame.texts.privacy;
  return smallPage(frame, {
    title: texts.title,
    lede: texts.lede,
    body: html`<dl class="terms">
        ${texts.points.map(
          ([what, why]) =>
            html`<dt>${what}</dt>
              <dd>${why}</dd>`,
        )}
      </dl>
      <p>${texts.feeds}</p>
      <p>${texts.rights}</p>
      <p>${texts.operator}</p>`,
  });
}
