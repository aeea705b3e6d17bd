import { cleanHtml } from "../../analysis/clean-html.ts";
import type { ItemVersion } from "../../items/listed-item-store.ts";
import { type DiffPart, textDiff } from "../../items/word-diff.ts";
import { moment } from "../kit/dates.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { downIcon } from "../kit/icons.ts";
import { describeScores } from "../reading/describe-item.ts";
import { wordingLevel, wordingLevels } from "../../items/plainness.ts";

type Change = { before: ItemVersion; after: ItemVersion };

/** What the publisher changed, when, and how the scores moved. The latest change comes first, the others on demand. */
export function articleEdits(frame: Frame, versions: readonly ItemVersion[], now: Date): Html | null {
  const texts = frame.texts.article;
  const changes = versions.slice(1).map((before, index) => ({ before, after: versions[index] ?? before }));
  const [latest, ...earlier] = changes;
  if (latest === undefined) return null;
  return html`<section id="edits">
    <h2 class="head">${texts.edits}</h2>
    <div class="edit">${editOf(frame, latest, now)}</div>
    ${
      earlier.length > 0 &&
      html`<details class="more">
        <summary><span class="ask">${texts.earlierEdits}${downIcon}</span></summary>
        ${earlier.map((change) => html`<div class="edit">${editOf(frame, change, now)}</div>`)}
      </details>`
    }
  </section>`;
}

function editOf(frame: Frame, { before, after }: Change, now: Date): Html {
  const texts = frame.texts.article;
  return html`<p class="note">${moment(frame, before.seenUntil, now)}</p>
    <p dir="auto"><b>${texts.titleChange}:</b> ${shownDiff(textDiff(before.title, after.title))}</p>
    ${textChange(frame, before, after)} ${scoreMoves(frame, before, after)}`;
}

// Enough of the unchanged text to recognise the place.
const contextWords = 12;

function textChange({ texts: { article: texts } }: Frame, before: ItemVersion, after: ItemVersion): Html {
  const parts = textDiff(textOf(before), textOf(after));
  if (parts.every(({ kind }) => kind === "same")) return html`<p class="note">${texts.sameText}</p>`;
  return html`<p dir="auto"><b>${texts.textChange}:</b> ${shownDiff(parts.map(shorten))}</p>`;
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

function scoreMoves(frame: Frame, before: ItemVersion, after: ItemVersion): Html {
  const { article: texts } = frame.texts;
  if (before.analysis === null || after.analysis === null) return html`<p class="note">${texts.scoresUnknown}</p>`;
  const [old, fresh] = [describeScores(before.analysis, frame.texts), describeScores(after.analysis, frame.texts)];
  const words = wordingLevels.map((level) => frame.texts.frame.levels[level]);
  const moves = [
    { label: texts.overall, from: step(old.overall), to: step(fresh.overall), words },
    ...fresh.traits.map(({ name, label, score }) => {
      const before = old.traits.find((trait) => trait.name === name)?.score ?? score;
      return { label, from: step(before), to: step(score), words: texts.strengths };
    }),
  ].filter(({ from, to }) => from !== to);
  if (moves.length === 0) return html`<p class="note">${texts.scoresSame}</p>`;
  return html`<ul class="note" role="list">
    ${moves.map(({ label, from, to, words }) => html`<li>${texts.scoreMoved(label, words[from] ?? "", words[to] ?? "")}</li>`)}
  </ul>`;
}

function step(score: number): number {
  return wordingLevels.indexOf(wordingLevel(score) ?? "plain");
}
