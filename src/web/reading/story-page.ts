import {
  type ComparedFacts,
  compareFacts,
  type DifferingFact,
  type ToldFact,
} from "../../analysis/stories/compare-facts.ts";
import type { ListedItem } from "../../items/listed-item-store.ts";
import { comparePlainness } from "../../items/plainness.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { layout } from "../kit/layout.ts";
import { headlineOf, languageOf, markedTitle } from "./describe-item.ts";
import { itemActions, itemFacts, marksForm, scoreLine } from "./item-card.ts";
import { readingNav } from "./reading-parts.ts";

/** `fullTexts` by item. */
type StoryView = { storyId: string; items: ListedItem[]; fullTexts: ReadonlyMap<string, string>; now: Date };

/** The reports of one event: their headlines side by side, then the facts that all, some or one of them give. */
export function storyPage(frame: Frame, { storyId, items, fullTexts, now }: StoryView): Html {
  const texts = frame.texts.reading;
  const plainest = findPlainest(items);
  const facts = compareFacts(
    items.map(({ id, title, analysis }) => ({
      itemId: id,
      language: analysis?.language ?? "und",
      title,
      text: fullTexts.get(id) ?? "",
      facts: analysis?.facts ?? [],
    })),
  );
  return layout(frame, {
    title: plainest === undefined ? texts.story.title : headlineOf(plainest, texts.untitled),
    body: html`${readingNav(frame)}
      <div class="lede">
        <p class="eyebrow">${texts.story.reports(items.length)}</p>
        ${plainest !== undefined && html`<h1 lang="${languageOf(plainest)}" dir="auto">${headlineOf(plainest, texts.untitled)}</h1>`}
      </div>
      <section aria-labelledby="headlines">
        <h2 class="sr" id="headlines">${texts.story.headlines}</h2>
        <ul class="side-by-side" role="list">
          ${items.map((item) => report(frame, item, now))}
        </ul>
      </section>
      ${factPanels(frame, items, facts)} ${marksForm(frame, `/stories/${storyId}`)}`,
  });
}

/** Its headline becomes the title of the page: the newest is often the loudest. Of equals, the earliest wins. */
function findPlainest(items: ListedItem[]): ListedItem | undefined {
  const wordingOf = ({ analysis }: ListedItem) => analysis ?? { overall: null, clickbait: null };
  return items.toSorted(
    (a, b) => comparePlainness(wordingOf(a), wordingOf(b)) || a.pubDate.getTime() - b.pubDate.getTime(),
  )[0];
}

function report(frame: Frame, item: ListedItem, now: Date): Html {
  const texts = frame.texts.reading;
  return html`<li class="panel item" id="item-${item.id}">
    ${itemFacts(frame, { item, reports: [], now })}
    <h3><a href="/items/${item.id}" lang="${languageOf(item)}" dir="auto">${headlineOf(item, texts.untitled)}</a></h3>
    ${markedTitle(item, texts)} ${scoreLine(frame, item)} ${itemActions(frame, item)}
  </li>`;
}

function factPanels(frame: Frame, items: ListedItem[], compared: ComparedFacts): Html {
  const texts = frame.texts.reading.story;
  const nameOf = new Map(items.map(({ id, feedName }) => [id, feedName]));
  const { tellers, differing, byAll, bySome, byOne, unsure } = compared;
  const groups: [string, (ToldFact | DifferingFact)[]][] = [
    [texts.differing, differing],
    [texts.byAll(tellers, items.length), byAll],
    [texts.bySome, bySome],
    [texts.byOne, byOne],
    [texts.unsure, unsure],
  ];
  if (groups.every(([, facts]) => facts.length === 0)) return html`<p class="empty">${texts.none}</p>`;
  return html`<div class="stack">
    ${groups.map(
      ([title, facts]) =>
        facts.length > 0 &&
        html`<section class="panel">
          <header><h2>${title}</h2></header>
          <ul class="facts" role="list">
            ${facts.map((fact) => toldFact(fact, nameOf))}
          </ul>
        </section>`,
    )}
    <p class="note">${texts.note}</p>
  </div>`;
}

function toldFact(fact: ToldFact | DifferingFact, nameOf: ReadonlyMap<string, string>): Html {
  return html`<li>
    ${"figures" in fact && html`<p><strong>${describeFigures(fact, nameOf)}</strong></p>`}
    ${fact.wordings.map(
      ({ text, itemIds }) =>
        html`<p dir="auto">
          <q>${text}</q>
          ${itemIds.map((id) => html`<a class="teller" href="/items/${id}">${nameOf.get(id)}</a> `)}
        </p>`,
    )}
  </li>`;
}

/** "23 (Paper A), 24 (Paper B, Paper C)". */
function describeFigures({ figures }: DifferingFact, nameOf: ReadonlyMap<string, string>): string {
  return figures
    .map(({ text, itemIds }) => `${text} (${itemIds.map((id) => nameOf.get(id) ?? "").join(", ")})`)
    .join(", ");
}
