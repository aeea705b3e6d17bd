import { cleanHtml } from "../../analysis/clean-html.ts";
import type { OlderAnalysis } from "../../items/analysis-store.ts";
import type { AnalyzerResult } from "../../items/analyzer-result.ts";
import type { ItemVersion, ListedItem } from "../../items/listed-item-store.ts";
import { describeModel, describePage } from "../../items/reading-state.ts";
import { type DiffPart, textDiff } from "../../items/word-diff.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { layout } from "../kit/layout.ts";
import { panel } from "../kit/page.ts";
import { exactTime } from "../kit/times.ts";
import type { ReadingTexts } from "../texts/en-reading.ts";
import { describeScores, headlineOf, languageOf, markedTitle } from "./describe-item.ts";
import { itemActions, itemFacts, type ItemView, keyHelp, marksForm, otherReports, unscored } from "./item-card.ts";
import { readingNav } from "./reading-parts.ts";

/** Other reports of the story that speak where the item has no plain sentence of its own. */
export type StandIns = { forSummary: ListedItem | null; forFacts: ListedItem | null };
type ItemPageView = ItemView & StandIns & { versions: ItemVersion[]; older: OlderAnalysis[] };

const excerptParagraphsMax = 40;

export function itemPage(frame: Frame, view: ItemPageView): Html {
  const { item, versions, older } = view;
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
            ${item.analysis !== null && contentPanels(frame, item.analysis, view)} ${textPanel(frame, view)}
          </div>
          <div class="stack">
            ${
              item.analysis === null
                ? html`<section class="panel"><p class="empty">${unscored(item, texts)}.</p></section>`
                : [scorePanel(frame, item.analysis), techniquePanel(frame, item.analysis)]
            }
            ${readingPanel(frame, view)} ${versions.length > 1 && editList(frame, versions)}
            ${older.length > 0 && olderList(frame, older)}
          </div>
        </div>
      </article>
      ${marksForm(frame, `/items/${item.id}`)} ${keyHelp(frame)}`,
  });
}

function contentPanels(frame: Frame, own: AnalyzerResult, { forSummary, forFacts }: StandIns): Html {
  const texts = frame.texts.reading;
  const { summary, description_corrected: description, language } = forSummary?.analysis ?? own;
  const short = summary || description;
  return html`${
    short !== "" &&
    panel(
      "summary",
      texts.summary,
      html`${standInNote(frame, forSummary)}
        <p class="read" lang="${language}" dir="auto">${short}</p>`,
    )
  }
  ${panel("facts", texts.facts, html`${standInNote(frame, forFacts)} ${factList(frame, forFacts?.analysis ?? own)}`)}`;
}

function standInNote({ texts: { reading: texts } }: Frame, standIn: ListedItem | null): Html | null {
  if (standIn === null) return null;
  return html`<p class="note">${texts.standIn} <a href="/items/${standIn.id}" dir="auto">${standIn.feedName}</a></p>`;
}

function factList({ texts: { reading: texts } }: Frame, { facts, language }: AnalyzerResult): Html {
  if (facts.length === 0) return html`<p class="empty">${texts.noFacts}</p>`;
  return html`<ul class="facts" role="list" lang="${language}">
    ${facts.map(
      ({ text, quote }) =>
        html`<li dir="auto">
          ${quote === text ? html`<q>${text}</q>` : text}
          ${quote !== undefined && quote !== text && html`<blockquote>${quote}</blockquote>`}
        </li>`,
    )}
  </ul>`;
}

/** Each score with the analyzer that gave it, and with its confidence where that was measured. */
function scorePanel({ texts: { reading: texts } }: Frame, result: AnalyzerResult): Html {
  const { overall, reason, analyzer, traits } = describeScores(result, texts);
  return html`<section class="panel" aria-labelledby="scores">
    <header>
      <h2 id="scores">${texts.scores}</h2>
      <p>${texts.overall}: <strong>${overall.toFixed(2)}</strong> ${texts.ofOne} (${analyzer})</p>
    </header>
    <dl class="traits">
      ${traits.map(
        ({ label, score, confidence, reason: why }) =>
          html`<div>
            <dt>${label}</dt>
            <dd>
              <span dir="auto">${why}</span>
              <small>
                ${score.toFixed(2)}
                ${texts.ofOne}${
                  confidence > 0 &&
                  html`, ${texts.confidence}: ${texts.confidenceWord(confidence)} (${confidence.toFixed(2)})`
                }
              </small>
              <meter min="0" max="1" value="${score}" aria-hidden="true"></meter>
            </dd>
          </div>`,
      )}
    </dl>
    <p class="note" dir="auto">${reason}</p>
  </section>`;
}

/** What was analysed by what, and why not more. */
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
  return panel(
    "techniques",
    texts.techniquesTitle,
    html`<dl class="traits">
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
    </dl>`,
  );
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

// Enough of the unchanged text to recognise the place.
const contextWords = 12;

/** What the publisher changed, when, and how the scores moved. The latest change comes first. */
function editList({ texts: { reading: texts } }: Frame, versions: readonly ItemVersion[]): Html {
  const changes = versions.slice(1).map((before, index) => ({ before, after: versions[index] ?? before }));
  return panel(
    "edits",
    texts.edits,
    html`<ol class="edits" role="list">
      ${changes.map(
        ({ before, after }) =>
          html`<li>
            <h3>
              ${texts.editedAt}
              <time datetime="${before.seenUntil.toISOString()}">${exactTime(before.seenUntil)}</time>
            </h3>
            <p dir="auto"><strong>${texts.titleBefore}:</strong> ${shownDiff(textDiff(before.title, after.title))}</p>
            ${textChange(before, after, texts)} ${scoreMoves(before, after, texts)}
          </li>`,
      )}
    </ol>`,
  );
}

function textChange(before: ItemVersion, after: ItemVersion, texts: ReadingTexts): Html {
  const parts = textDiff(textOf(before), textOf(after));
  if (parts.every(({ kind }) => kind === "same")) return html`<p>${texts.sameText}</p>`;
  return html`<p dir="auto"><strong>${texts.textBefore}:</strong> ${shownDiff(parts.map(shorten))}</p>`;
}

/** Old versions keep the feed's own markup, which was never cleaned, so only their text is shown. */
function textOf({ content, base }: ItemVersion): string {
  const clean = cleanHtml(content, base ?? "about:blank");
  return clean.kind === "clean" ? clean.text.replace(/\s+/g, " ") : "";
}

function shownDiff(parts: readonly DiffPart[]): Html[] {
  return parts.map(({ kind, before, after }) => {
    if (kind === "same") return html`${after}`;
    return html`${before !== "" && html`<del>${before}</del>`}${after !== "" && html`<ins>${after}</ins>`}`;
  });
}

function shorten(part: DiffPart, place: number, parts: readonly DiffPart[]): DiffPart {
  if (part.kind !== "same") return part;
  const words = part.after.split(/(?<=\s)/u);
  const head = place === 0 ? [] : words.slice(0, contextWords);
  const tail = place === parts.length - 1 ? [] : words.slice(-contextWords);
  return head.length + tail.length >= words.length ? part : { ...part, after: `${head.join("")} … ${tail.join("")}` };
}

function scoreMoves(before: ItemVersion, after: ItemVersion, texts: ReadingTexts): Html {
  if (before.analysis === null || after.analysis === null) return html`<p class="note">${texts.scoresUnknown}</p>`;
  const [old, fresh] = [describeScores(before.analysis, texts), describeScores(after.analysis, texts)];
  const moves = [
    { label: texts.overall, from: old.overall, to: fresh.overall },
    ...fresh.traits.map(({ name, label, score }) => {
      return { label, from: old.traits.find((trait) => trait.name === name)?.score ?? score, to: score };
    }),
  ].filter(({ from, to }) => from !== to);
  if (moves.length === 0) return html`<p class="note">${texts.scoresSame}</p>`;
  return html`<ul class="moves" role="list">
    ${moves.map(({ label, from, to }) => html`<li>${texts.scoreMoved(label, from.toFixed(2), to.toFixed(2))}</li>`)}
  </ul>`;
}

/** What older versions of the offline analyzer said about the same text, the newest first. */
function olderList({ texts: { reading: texts } }: Frame, older: readonly OlderAnalysis[]): Html {
  return panel(
    "older-analyses",
    texts.olderAnalyses,
    html`<p class="note">${texts.olderNote}</p>
      <ol class="edits" role="list">
        ${older.map(
          ({ analysis, until }) =>
            html`<li>
              <h3>
                ${texts.olderUntil(analysis.analyzer_version)}
                <time datetime="${until.toISOString()}">${exactTime(until)}</time>
              </h3>
              <p lang="${analysis.language}" dir="auto">${analysis.title_corrected}</p>
              <p class="note">${texts.overall}: ${analysis.overall.toFixed(2)} ${texts.ofOne}</p>
            </li>`,
        )}
      </ol>`,
  );
}
