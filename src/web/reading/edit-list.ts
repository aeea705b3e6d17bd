import { cleanHtml } from "../../analysis/clean-html.ts";
import type { ItemVersion } from "../../items/listed-item-store.ts";
import { type DiffPart, textDiff } from "../../items/word-diff.ts";
import { exactTime } from "../dashboard/describe-when.ts";
import { type Html, html } from "../html.ts";
import type { Frame } from "../layout.ts";
import type { ReadingTexts } from "../texts/en-reading.ts";
import { describeScores } from "./describe-scores.ts";

// Of what stayed the same, enough to know the place.
const contextWords = 12;

/** What the publisher changed, when, and how the scores moved; the latest change first. */
export function editList({ texts: { reading: texts } }: Frame, versions: readonly ItemVersion[]): Html {
  const changes = versions.slice(1).map((before, index) => ({ before, after: versions[index] ?? before }));
  return html`<section class="panel" aria-labelledby="edits">
    <header><h2 id="edits">${texts.edits}</h2></header>
    <ol class="edits" role="list">
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
    </ol>
  </section>`;
}

function textChange(before: ItemVersion, after: ItemVersion, texts: ReadingTexts): Html {
  const parts = textDiff(textOf(before), textOf(after));
  if (parts.every(({ kind }) => kind === "same")) return html`<p>${texts.sameText}</p>`;
  return html`<p dir="auto"><strong>${texts.textBefore}:</strong> ${shownDiff(parts.map(shorten))}</p>`;
}

/** The feed's markup was never cleaned for a version that is gone; its text is all that is shown of it. */
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
