import type { AnalyzerResult } from "../../items/analyzer-result.ts";
import { describeModel, describePage } from "../../items/reading-state.ts";
import type { ItemVersion } from "../../items/listed-item-store.ts";
import { type Html, html } from "../html.ts";
import { type Frame, layout } from "../layout.ts";
import { describeScores } from "./describe-scores.ts";
import { editList } from "./edit-list.ts";
import { headlineOf, languageOf } from "./headline.ts";
import { itemActions, itemFacts, type ItemView, otherReports, unscored } from "./item-card.ts";
import { keyHelp } from "./key-help.ts";
import { markedTitle } from "./marked-title.ts";
import { marksForm } from "./marks-form.ts";
import { readingNav } from "./reading-nav.ts";

export type ItemPageView = ItemView & { versions: ItemVersion[] };

const excerptParagraphsMax = 40;

export function itemPage(frame: Frame, view: ItemPageView): Html {
  const { item, versions } = view;
  const texts = frame.texts.reading;
  const headline = headlineOf(item, texts.untitled);
  return layout(frame, {
    title: headline,
    body: html`${readingNav(frame)}
      <article class="item-page" id="item-${item.id}">
        <div class="lede">
          ${itemFacts(frame, view)}
          <h1 lang="${languageOf(item)}" dir="auto">${headline}</h1>
          ${markedTitle(item, texts)} ${otherReports(frame, view)} ${itemActions(frame, item)}
        </div>
        <div class="cols">
          <div class="stack">
            ${item.analysis !== null && contentPanels(frame, item.analysis)} ${textPanel(frame, view)}
          </div>
          <div class="stack">
            ${
              item.analysis === null
                ? html`<section class="panel"><p class="empty">${unscored(item, texts)}.</p></section>`
                : [scorePanel(frame, item.analysis), techniquePanel(frame, item.analysis)]
            }
            ${readingPanel(frame, view)} ${versions.length > 1 && editList(frame, versions)}
          </div>
        </div>
      </article>
      ${marksForm(frame, `/items/${item.id}`)} ${keyHelp(frame)}`,
  });
}

function contentPanels(
  { texts: { reading: texts } }: Frame,
  { summary, description_corrected: description, facts, language }: AnalyzerResult,
): Html {
  const short = summary || description;
  return html`${
      short !== "" &&
      html`<section class="panel" aria-labelledby="summary">
        <header><h2 id="summary">${texts.summary}</h2></header>
        <p class="read" lang="${language}" dir="auto">${short}</p>
      </section>`
    }
    <section class="panel" aria-labelledby="facts">
      <header><h2 id="facts">${texts.facts}</h2></header>
      ${
        facts.length === 0
          ? html`<p class="empty">${texts.noFacts}</p>`
          : html`<ul class="facts" role="list" lang="${language}">
              ${facts.map(
                ({ text, quote }) =>
                  html`<li dir="auto">
                    ${quote === text ? html`<q>${text}</q>` : text}
                    ${quote !== undefined && quote !== text && html`<blockquote>${quote}</blockquote>`}
                  </li>`,
              )}
            </ul>`
      }
    </section>`;
}

/** The number of a score says little without how sure it is and who gave it. */
function scorePanel({ texts: { reading: texts } }: Frame, result: AnalyzerResult): Html {
  const { overall, reason, analyzer, traits } = describeScores(result, texts);
  return html`<section class="panel" aria-labelledby="scores">
    <header>
      <h2 id="scores">${texts.scores}</h2>
      <p>${texts.overall} <strong>${overall.toFixed(2)}</strong> ${texts.ofOne} (${analyzer})</p>
    </header>
    <dl class="traits">
      ${traits.map(
        ({ label, score, confidence, reason: why }) =>
          html`<div>
            <dt>${label}</dt>
            <dd>
              <span dir="auto">${why}</span>
              <small>
                ${score.toFixed(2)} ${texts.ofOne}, ${texts.confidence}: ${texts.confidenceWord(confidence)}
                (${confidence.toFixed(2)})
              </small>
              <meter min="0" max="1" value="${score}" aria-hidden="true"></meter>
            </dd>
          </div>`,
      )}
    </dl>
    <p class="note" dir="auto">${reason}</p>
  </section>`;
}

/** Who read how much of it, and why not more. */
function readingPanel({ texts: { reading: texts } }: Frame, { item }: ItemView): Html | null {
  const sentences = [describePage(item.pageWhy, item.pageError), describeModel(item.modelWhy)];
  const known = sentences.filter((sentence) => sentence !== null);
  if (known.length === 0) return null;
  return html`<section class="panel" aria-labelledby="read-how">
    <header><h2 id="read-how">${texts.howRead}</h2></header>
    ${known.map((sentence) => html`<p class="note">${sentence}</p>`)}
  </section>`;
}

function techniquePanel({ texts: { reading: texts } }: Frame, { techniques, language }: AnalyzerResult): Html | null {
  if (techniques.length === 0) return null;
  const byId = Map.groupBy(techniques, ({ id }) => id);
  return html`<section class="panel" aria-labelledby="techniques">
    <header><h2 id="techniques">${texts.techniquesTitle}</h2></header>
    <dl class="traits">
      ${[...byId].map(([id, found]) => {
        const [name, sentence] = texts.techniques[id];
        return html`<div>
          <dt>${name}</dt>
          <dd>
            ${found.map(
              ({ span }) =>
                span !== undefined &&
                html`<span
                  ><mark lang="${language}" dir="auto">${span.text}</mark>
                  <small>${span.field === "title" ? texts.inTitle : texts.inText}</small></span
                >`,
            )}
            <small>${sentence}</small>
          </dd>
        </div>`;
      })}
    </dl>
  </section>`;
}

function textPanel({ texts: { reading: texts } }: Frame, { item }: ItemView): Html | null {
  const paragraphs = item.excerpt.split(/\n+/).filter((line) => line.trim() !== "");
  if (paragraphs.length === 0) return null;
  return html`<details class="panel text">
    <summary>${texts.originalText}</summary>
    <div lang="${languageOf(item)}" dir="auto">
      ${paragraphs.slice(0, excerptParagraphsMax).map((paragraph) => html`<p dir="auto">${paragraph}</p>`)}
    </div>
  </details>`;
}
