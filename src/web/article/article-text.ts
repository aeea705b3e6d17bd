import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { outsideIcon } from "../kit/icons.ts";
import { languageOf } from "../reading/describe-item.ts";
import { type ArticleView, originalOf } from "./article-view.ts";
import { parseProse } from "./parse-prose.ts";
import { renderProse } from "./render-prose.ts";

/** What is shorter than this is an excerpt, whatever the feed calls it. */
const wholeCharsMin = 600;

/** The text as far as we have it, and a clear way to the original where that is not all of it. */
export function articleText(frame: Frame, view: ArticleView): { shown: Html; text: string } {
  const { nodes, text, isCut } = parseProse(view.body.html);
  const prose = renderProse(frame, {
    nodes,
    addresses: [view.facts.base, view.item.url].filter((address) => address !== null),
  });
  const sentences = whatIsMissing(frame, view, { hasProse: prose.length > 0, chars: text.length, isCut });
  const body = html`<div class="prose" lang="${languageOf(view.item)}" dir="auto">${prose}</div>`;
  return { text, shown: html`${prose.length > 0 && body} ${sentences.length > 0 && rest(frame, view, sentences)}` };
}

type Shown = { hasProse: boolean; chars: number; isCut: boolean };

function whatIsMissing({ texts }: Frame, { item, facts }: ArticleView, { hasProse, chars, isCut }: Shown): string[] {
  const { notShown, noText, tooLong, onlyThis, pageComing } = texts.article;
  if (!hasProse && facts.isCut) return [notShown];
  if (isCut || facts.isCut) return [tooLong];
  if (facts.inputKind === "page" || chars >= wholeCharsMin) return [];
  if (facts.isMail) return hasProse ? [] : [texts.newsletters.noText];
  return [hasProse ? onlyThis : noText, ...(item.pageWhy === "waiting" ? [pageComing] : [])];
}

function rest({ texts: { article: texts } }: Frame, view: ArticleView, sentences: readonly string[]): Html {
  const original = originalOf(view);
  return html`<div class="rest">
    ${sentences.map((sentence) => html`<p class="note">${sentence}</p>`)}
    ${
      original !== null &&
      html`<a class="btn" href="${original}" rel="noopener noreferrer" target="_blank"
        >${outsideIcon}<bdi>${texts.originalAt(new URL(original).host)}</bdi></a
      >`
    }
  </div>`;
}
