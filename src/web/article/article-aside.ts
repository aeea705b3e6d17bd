import type { AnalyzerResult } from "../../items/analyzer-result.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { downIcon } from "../kit/icons.ts";
import { articleEdits } from "./article-edits.ts";
import { type ArticleView, standInNote } from "./article-view.ts";
import { articleWording } from "./article-wording.ts";

/** Next to the text: how it is worded, its facts, and what was changed later. The machinery opens on demand. */
export function articleAside(frame: Frame, view: ArticleView): Html {
  const { item, forFacts } = view;
  const texts = frame.texts.article;
  return html`<aside class="side rail" aria-label="${texts.about}">
    <section>
      <h2 class="head">${texts.wording}</h2>
      ${articleWording(frame, view)}
    </section>
    ${
      item.analysis !== null &&
      html`<section>
        <h2 class="head">${texts.facts}</h2>
        ${standInNote(frame, forFacts)} ${factList(frame, forFacts?.analysis ?? item.analysis)}
      </section>`
    }
    ${articleEdits(frame, view.versions, view.now)}
  </aside>`;
}

/** A fact opens to the sentence it is from; a fact that is a sentence of the text is quoted as it is. */
function factList({ texts: { article: texts } }: Frame, { facts, language }: AnalyzerResult): Html {
  if (facts.length === 0) return html`<p class="note">${texts.noFacts}</p>`;
  return html`<ol class="facts" role="list" lang="${language}">
    ${facts.map(({ text, quote }) =>
      quote === undefined || quote === text
        ? html`<li dir="auto"><q>${text}</q></li>`
        : html`<li dir="auto">
            <details>
              <summary>${text}${downIcon}</summary>
              <q>${quote}</q>
            </details>
          </li>`,
    )}
  </ol>`;
}
