import type { BriefSection } from "../../briefs/brief.ts";
import type { BriefChange } from "../../briefs/compare-briefs.ts";
import { type BriefReference, layOutBrief } from "../../briefs/lay-out-brief.ts";
import type { BriefPiece } from "../../briefs/parse-brief-text.ts";
import type { ShownBrief } from "../../briefs/shown-brief-store.ts";
import { categories } from "../../items/analyzer-result.ts";
import { printableLine } from "../../text/characters.ts";
import { ago, hourOf, longDay } from "../kit/dates.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { alert } from "../kit/notice.ts";

const titleCharsMax = 200;
const wordsPerMinute = 200;

/** One brief to read: what has changed, the sections, the references. `state` stands below the title. */
export function letter(frame: Frame, brief: ShownBrief, now: Date, state: Html | null): Html {
  const texts = frame.texts.brief;
  const { sections, references } = layOutBrief(brief);
  return html`<article class="letter" aria-labelledby="brief-title">
    <h1 id="brief-title">${longDay(frame, brief.createdAt)}</h1>
    ${byline(frame, brief)} ${mailTrouble(frame, brief)} ${state} ${since(frame, brief, now)}
    ${sections.map(
      ({ heading, paragraphs }) =>
        html`${heading !== null && html`<h2 dir="auto">${headingOf(frame, heading)}</h2>`}
        ${paragraphs.map(
          ({ pieces }) => html`<p class="t" dir="auto">${pieces.map((piece) => pieceOf(frame, piece, references))}</p>`,
        )}`,
    )}
    <h2>${texts.references}</h2>
    <ol class="refs">
      ${references.map((reference) => html`<li>${referenceLine(frame, reference)}</li>`)}
    </ol>
    ${(brief.leftOut ?? 0) > 0 && html`<p class="note">${texts.leftOut(brief.leftOut ?? 0)}</p>`}
    ${brief.writtenBy === "extract" && html`<p class="note">${texts.extractNote}</p>`}
  </article>`;
}

function byline(frame: Frame, { createdAt, itemCount, writtenBy, content }: ShownBrief): Html {
  const texts = frame.texts.brief;
  const minutes = Math.max(1, Math.round(content.split(/\s+/).length / wordsPerMinute));
  return html`<p class="byline">
    <span>${texts.written} ${hourOf(frame, createdAt)} ${texts.fromItems(itemCount)}</span>
    ${writtenBy !== "extract" && html`<span class="dot" dir="auto">${texts.byModel(writtenBy)}</span>`}
    <span class="dot">${texts.minutes(minutes)}</span>
  </p>`;
}

/** A mail that did not arrive is told where the brief is read. */
function mailTrouble({ texts: { brief: texts }, person }: Frame, { mail }: ShownBrief): Html | null {
  if (mail === null || mail.failure === null) return null;
  const email = person?.email ?? "";
  if (mail.failure === "refused") return alert(texts.mailRefused(email));
  return alert(mail.isOver ? texts.mailOver(email) : texts.mailWaits(email));
}

function since(frame: Frame, { before, changes }: ShownBrief, now: Date): Html | null {
  const texts = frame.texts.brief;
  if (before === null || changes.length === 0) return null;
  return html`<section class="since">
    <h2>${texts.since} <span class="note">${ago(frame, before.createdAt, now)}</span></h2>
    <ul class="changed" role="list">
      ${changes.map((change) => changeLine(frame, change))}
    </ul>
  </section>`;
}

const signs = { new: "+", changed: "≠", gone: "–" } as const;

function changeLine({ texts: { brief: texts }, locale }: Frame, change: BriefChange): Html {
  const { kind, path, newReports, editedBy } = change;
  const names = { new: texts.isNew, changed: texts.isChanged, gone: texts.isGone };
  const list = new Intl.ListFormat(locale, { type: "conjunction" });
  const remarks = [
    ...(kind === "gone" ? [texts.noLonger] : []),
    ...(kind === "changed" && newReports > 0 ? [texts.newReports(newReports)] : []),
    ...(kind === "changed" && editedBy.length > 0 ? [texts.editedBy(list.format(editedBy))] : []),
  ];
  return html`<li data-sign="${signs[kind]}">
    <span
      ><span class="sr">${names[kind]}: </span
      ><a href="${path}" dir="auto">${printableLine(change.title, titleCharsMax)}</a>
      ${remarks.length > 0 && html`<small class="note" dir="auto">${remarks.join(", ")}</small>`}</span
    >
  </li>`;
}

export function headingOf(
  { texts: { brief: texts, reading } }: Frame,
  { kind, name }: Pick<BriefSection, "kind" | "name">,
): string {
  const topic = categories.find((category) => category === name);
  if (kind === "topic") return topic === undefined ? texts.noTopic : reading.categories[topic];
  if (kind === "folder") return printableLine(name, titleCharsMax);
  return kind === "no-folder" ? texts.noFolder : texts.noTopic;
}

/** A reference opens its story, or its item. */
export function pieceOf({ texts }: Frame, piece: BriefPiece, references: readonly BriefReference[]): Html | string {
  if (piece.kind === "text") return piece.text;
  if (piece.kind === "key") return html`<strong>${piece.text}</strong>`;
  const reference = references[piece.number - 1] ?? null;
  if (reference === null) return html`<span class="ref">${piece.number}</span>`;
  const title = printableLine(reference.title, titleCharsMax);
  return html`<a class="ref" href="${reference.path}" aria-label="${texts.brief.reference(piece.number, title)}"
    >${piece.number}</a
  >`;
}

function referenceLine({ texts: { brief: texts, reading } }: Frame, reference: BriefReference): Html | string {
  if (reference === null) return texts.itemGone;
  const { path, title, outlets, feedName } = reference;
  return html`<a href="${path}" dir="auto">${printableLine(title, titleCharsMax) || reading.untitled}</a>
    <small dir="auto">${outlets > 1 ? texts.outlets(outlets) : feedName}</small>`;
}
