import type { ExplainedMark } from "../../analysis/article/open-article.ts";
import type { AnalyzerResult, TechniqueId } from "../../items/analyzer-result.ts";
import { markTitle } from "../../items/mark-title.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";

/** Why a word is marked: a heading and a sentence each, and the plain word if there is one. */
export type WordReason = {
  id: string;
  reasons: readonly (readonly [name: string, sentence: string])[];
  plain: string | null;
};

/**
 * A marked word. A button, because keyboard and touch reach it and it opens its popover without a script. Spaces stay outside: at
 * the edge of a button a browser drops them.
 */
export function wordButton(id: string, text: string): Html {
  const word = text.trim();
  if (word === "") return html`${text}`;
  const start = text.indexOf(word);
  return html`${text.slice(0, start)}<button type="button" class="word" popovertarget="${id}">${word}</button
    >${text.slice(start + word.length)}`;
}

/** The popovers of all marked words of a page. */
export function reasonPopovers({ texts: { article: texts } }: Frame, reasons: readonly WordReason[]): Html[] {
  return reasons.map(
    ({ id, reasons: why, plain }) =>
      html`<div class="reason" id="${id}" popover>
        ${why.map(([name, sentence]) => html`<p><b>${name}</b> ${sentence}</p>`)}
        ${plain !== null && html`<p dir="auto">${texts.plainWord(plain)}</p>`}
      </div>`,
  );
}

/** The reasons of the words that are marked in the text; their places in the list are their numbers there. */
export function textReasons({ texts: { article: texts } }: Frame, marks: readonly ExplainedMark[]): WordReason[] {
  return marks.map(({ kind, plain }, number) => ({ id: textReasonId(number), reasons: [texts.kinds[kind]], plain }));
}

export function textReasonId(number: number): string {
  return `why-${number}`;
}

/** The published title: what our title does without is struck out, what was found in it can be asked for its reason. */
export type MarkedTitle = { html: Html; reasons: WordReason[]; isChanged: boolean };

export function markPublishedTitle({ texts }: Frame, analysis: AnalyzerResult): MarkedTitle {
  const { title_original: original, title_corrected: corrected, techniques } = analysis;
  const reasons: WordReason[] = [];
  const parts = markTitle(original, corrected || original, techniques).map(({ text, change, techniques: found }) => {
    const words = found.length === 0 ? html`${text}` : wordButton(addReason(found), text);
    return change === "gone" ? html`<del>${words}</del>` : words;
  });
  return { html: html`${parts}`, reasons, isChanged: corrected !== "" && corrected !== original };

  function addReason(found: readonly TechniqueId[]): string {
    const id = `why-title-${reasons.length}`;
    reasons.push({ id, reasons: found.map((technique) => texts.reading.techniques[technique]), plain: null });
    return id;
  }
}
