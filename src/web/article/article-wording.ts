import type { AnalyzerResult } from "../../items/analyzer-result.ts";
import { wordingLevel, wordingLevels } from "../../items/plainness.ts";
import { describeModel, describePage } from "../../items/reading-state.ts";
import { moment } from "../kit/dates.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { downIcon } from "../kit/icons.ts";
import { wordingMark } from "../kit/outlet.ts";
import { describeScores } from "../reading/describe-item.ts";
import { describeAuthors } from "./article-authors.ts";
import type { ArticleView } from "./article-view.ts";

/** How loaded it is next to the other reports, and on demand each part of that with its reason. */
export function articleWording(frame: Frame, view: ArticleView): Html {
  const { analysis, analysisStatus } = view.item;
  if (analysis !== null) return wording(frame, view, analysis);
  return html`<p class="note">${frame.texts.article.notAnalysed[analysisStatus]}</p>
    ${howAnalysed(frame, view)}`;
}

function wording(frame: Frame, view: ArticleView, analysis: AnalyzerResult): Html {
  const texts = frame.texts.article;
  const { overall, reason, analyzer, traits } = describeScores(analysis, frame.texts);
  return html`${scale(frame, overall, view.otherRatings)}
    <p class="note" dir="auto">${reason}</p>
    ${!view.body.isRead && html`<p class="note">${texts.notMarked}</p>`}
    <details class="more">
      <summary><span class="ask">${texts.howLoaded}${downIcon}</span></summary>
      <dl class="parts">
        <dt>${texts.overall}</dt>
        <dd>${wordingMark(frame, wordingLevel(overall))} <small>${analyzer}</small></dd>
        ${traits.map(
          ({ label, score, confidence, reason: why }) =>
            html`<dt>${label}</dt>
              <dd>
                <span dir="auto">${why}</span>
                <small
                  >${strength(frame, score)}${confidence > 0 && `, ${texts.confidenceOf(confidenceWord(frame, confidence))}`}</small
                >
              </dd>`,
        )}
      </dl>
      ${techniques(frame, analysis)} ${howAnalysed(frame, view)} ${olderAnalyses(frame, view)}
    </details>`;
}

/** How much of one part there is. It has words of its own: clickbait is not "loaded". */
function strength({ texts: { article: texts } }: Frame, score: number): string {
  return texts.strengths[wordingLevels.indexOf(wordingLevel(score) ?? "plain")] ?? "";
}

function confidenceWord({ texts: { article: texts } }: Frame, confidence: number): string {
  return texts.confidence[confidence < 0.4 ? "low" : confidence < 0.7 ? "medium" : "high"];
}

const scaleWidth = 290;
const scaleEdge = 6;

/** Where this report stands between plain and heavy, and where the others of its story do. */
function scale(frame: Frame, overall: number, others: readonly number[]): Html | null {
  const texts = frame.texts.article;
  if (others.length === 0) return null;
  const at = (score: number) => Math.round((scaleEdge + score * (scaleWidth - 2 * scaleEdge)) * 10) / 10;
  const word = (score: number) => frame.texts.frame.levels[wordingLevel(score) ?? "plain"];
  const anchor = overall < 0.2 ? "start" : overall > 0.8 ? "end" : "middle";
  const labelX = { start: 0, middle: at(overall), end: scaleWidth }[anchor];
  const label = texts.scale(word(overall), others.toSorted((a, b) => a - b).map(word));
  return html`<svg class="scale" viewBox="0 0 290 86" role="img" aria-label="${label}">
      <line class="rule" x1="0" x2="290" y1="42" y2="42"></line>
      ${others.map((score) => html`<circle class="ring" cx="${at(score)}" cy="42" r="4.5"></circle>`)}
      <circle class="hot" cx="${at(overall)}" cy="42" r="8" stroke-width="2"></circle>
      <text class="strong" x="${labelX}" y="22" text-anchor="${anchor}">${texts.thisArticle}</text>
      <text x="0" y="68">${texts.plain}</text>
      <text x="290" y="68" text-anchor="end">${texts.heavy}</text>
    </svg>
    <p class="note">${texts.rings}</p>`;
}

function techniques({ texts }: Frame, { techniques: all, language }: AnalyzerResult): Html | null {
  if (all.length === 0) return null;
  return html`<h3>${texts.article.found}</h3>
    <dl class="parts">
      ${[...Map.groupBy(all, ({ id }) => id)].map(([id, found]) => {
        const [name, sentence] = texts.reading.techniques[id];
        return html`<dt>${name}</dt>
          <dd>
            ${found.map(
              ({ span }) =>
                span !== undefined &&
                html`<mark lang="${language}" dir="auto">${span.text}</mark>
                  <small>${span.field === "title" ? texts.article.inTitle : texts.article.inText}</small> `,
            )}
            <small>${sentence}</small>
          </dd>`;
      })}
    </dl>`;
}

/** What was analysed by what, and why not more. */
function howAnalysed(frame: Frame, { item }: ArticleView): Html | null {
  const { article: texts, engine } = frame.texts;
  const authors = item.analysis === null ? [] : describeAuthors(frame, item.analysis);
  const sentences = [
    describePage(item.pageWhy, item.pageError, engine.page),
    describeModel(item.modelWhy, engine.model),
    ...authors,
  ];
  const known = sentences.filter((sentence) => sentence !== null);
  if (known.length === 0) return null;
  return html`<h3>${texts.howAnalysed}</h3>
    ${known.map((sentence) => html`<p class="note" dir="auto">${sentence}</p>`)}`;
}

/** What older versions of the offline analyzer said about the same text, the newest first. */
function olderAnalyses(frame: Frame, { older, now }: ArticleView): Html | null {
  const texts = frame.texts.article;
  if (older.length === 0) return null;
  return html`<h3>${texts.older}</h3>
    <p class="note">${texts.olderNote}</p>
    ${older.map(
      ({ analysis, until }) =>
        html`<p class="note">${texts.olderUntil(analysis.analyzer_version)} ${moment(frame, until, now)}</p>
          <p lang="${analysis.language}" dir="auto">${analysis.title_corrected}</p>
          <p class="note">
            ${texts.olderOverall(frame.texts.frame.levels[wordingLevel(analysis.overall) ?? "plain"])}
          </p>`,
    )}`;
}
