import { compareFacts } from "../../analysis/stories/compare-facts.ts";
import { countOutlets } from "../../items/drop-copies.ts";
import type { ListedItem } from "../../items/listed-item-store.ts";
import { markTitle } from "../../items/mark-title.ts";
import { comparePlainness, leadFor, wordingLevel } from "../../items/plainness.ts";
import { printableLine } from "../../text/characters.ts";
import { ago } from "../kit/dates.ts";
import { postForm } from "../kit/form.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { previousIcon, starIcon } from "../kit/icons.ts";
import { outletIcon, wordingMark } from "../kit/outlet.ts";
import { shell } from "../kit/shell.ts";
import { headlineOf, languageOf } from "../reading/describe-item.ts";
import type { Translations } from "../reading/reading-parts.ts";
import { translatedMark } from "../reading/translated-mark.ts";
import { factSections } from "./story-facts.ts";
import { type PlacedOutlet, storyScale } from "./story-scale.ts";
import type { StoryOutlets, StoryView } from "./story-view.ts";
import { storyTimeline } from "./story-timeline.ts";

/** The reports of one event: their own headlines side by side, what differs, and which facts each of them tells. */
export function storyPage(frame: Frame, view: StoryView): Html {
  const texts = frame.texts.story;
  const reports = plainestFirst(view.items);
  const plainest = leadFor(reports.map(toldBy), frame.texts.frame.language)?.item;
  const written = plainest === undefined ? texts.title : headlineOf(plainest, frame.texts.reading.untitled);
  const translated = plainest === undefined ? null : (view.translations.get(plainest.id)?.title ?? null);
  const title = translated ?? written;
  const language = plainest === undefined ? null : languageOf(plainest);
  const shownIn = translated === null ? language : frame.preferences.translateInto;
  const outlets = outletsOf(view);
  const facts = compareFacts(
    reports.map(({ id, title: headline, analysis }) => ({
      itemId: id,
      language: analysis?.language ?? "und",
      title: headline,
      text: view.fullTexts.get(id) ?? "",
      facts: analysis?.facts ?? [],
    })),
  );
  return shell(frame, {
    title,
    place: "today",
    body: html`${crumb(frame, view, plainest)}
      <div class="split tale">
        <header>
          <h1 class="title" lang="${shownIn}" dir="auto">${title}</h1>
          ${translated !== null && translatedMark(frame, [{ text: written, language: language ?? "und" }])}
          ${byline(frame, view)}
        </header>
        <div class="main">
          ${storyScale(frame, placedOutlets(reports, outlets))}
          ${headlineTable(frame, reports, outlets, view.translations)} ${factSections(frame, reports, facts, outlets)}
        </div>
        <aside class="stack" aria-label="${texts.timeline}">
          ${inShort(frame, reports, view.translations)} ${storyTimeline(frame, view)}
        </aside>
      </div>`,
  });
}

/** Of equals the earliest leads: the newest is often the loudest. */
function plainestFirst(items: readonly ListedItem[]): ListedItem[] {
  const wordingOf = ({ analysis }: ListedItem) => analysis ?? { overall: null, clickbait: null };
  return items.toSorted(
    (a, b) => comparePlainness(wordingOf(a), wordingOf(b)) || a.pubDate.getTime() - b.pubDate.getTime(),
  );
}

function outletsOf({ items, lookOf }: StoryView): StoryOutlets {
  const byItem = new Map(items.map(({ id, feedId, feedName }) => [id, { feedId, name: feedName, ...lookOf(feedId) }]));
  return (id) => byItem.get(id) ?? { feedId: id, name: "", iconUrl: null, colour: 0 };
}

function placedOutlets(reports: readonly ListedItem[], outlets: StoryOutlets): PlacedOutlet[] {
  return reports.flatMap(({ id, analysis }) =>
    analysis === null ? [] : [{ ...outlets(id), overall: analysis.overall }],
  );
}

function crumb(frame: Frame, { storyId }: StoryView, plainest: ListedItem | undefined): Html {
  const texts = frame.texts.story;
  const isStarred = (plainest?.starredAt ?? null) !== null;
  const label = isStarred ? texts.unstar : texts.star;
  return html`<div class="crumb">
    <a class="btn quiet" href="/dashboard">${previousIcon}${texts.toToday}</a>
    ${
      plainest !== undefined &&
      html`<div class="end">
        ${postForm(
          frame,
          { action: `/items/${plainest.id}/${isStarred ? "unstar" : "star"}` },
          html`<input type="hidden" name="back" value="/stories/${storyId}" /><button
              class="btn quiet square"
              data-key="s"
              aria-pressed="${isStarred ? "true" : "false"}"
              title="${label}"
              aria-label="${label}"
            >
              ${starIcon}
            </button>`,
        )}
      </div>`
    }
  </div>`;
}

function byline(frame: Frame, { items, now }: StoryView): Html {
  const texts = frame.texts.story;
  const languages = new Set(items.map(languageOf).filter((language) => language !== null));
  const dates = items.map(({ pubDate }) => pubDate.getTime());
  const [first, latest] = [new Date(Math.min(...dates)), new Date(Math.max(...dates))];
  return html`<p class="byline">
    <b>${texts.outlets(countOutlets(items))}</b>
    ${languages.size > 1 && html`<span class="dot">${texts.languages(languages.size)}</span>`}
    <span class="dot from-48"
      >${texts.firstAndLatest.first} ${ago(frame, first, now)}, ${texts.firstAndLatest.latest}
      ${ago(frame, latest, now)}</span
    >
  </p>`;
}

function headlineTable(
  frame: Frame,
  reports: readonly ListedItem[],
  outlets: StoryOutlets,
  translations: Translations,
): Html {
  const texts = frame.texts.story;
  return html`<section>
    <h2 class="sr">${texts.headlines}</h2>
    <table class="table said">
      <thead>
        <tr>
          <th scope="col">${texts.outlet}</th>
          <th scope="col">${texts.ownHeadline}</th>
          <th scope="col">${texts.wording}</th>
        </tr>
      </thead>
      <tbody>
        ${reports.map((report) => headlineRow(frame, report, outlets, translations.get(report.id)?.title ?? null))}
      </tbody>
    </table>
  </section>`;
}

const reasonsMax = 3;
/** From here on a report says more often what may be than what is. Its words are not loaded, so none is marked. */
const hedgedFrom = 0.5;

/** The headline is the outlet's own; `translated` stands below it. */
function headlineRow(frame: Frame, item: ListedItem, outlets: StoryOutlets, translated: string | null): Html {
  const { reading, story: texts, sources } = frame.texts;
  const { analysis, feedId, versions } = item;
  const isHedged = (analysis?.speculative ?? 0) >= hedgedFrom;
  const found = (analysis?.techniques ?? []).filter(({ span }) => span?.field === "title").map(({ id }) => id);
  const reasons = [...new Set(found)].slice(0, reasonsMax).map((id) => `${reading.techniques[id][0]}.`);
  const remarks = [
    ...reasons,
    ...(isHedged ? [`${sources.traits.hedging}.`] : []),
    ...(versions > 0 ? [texts.edited(versions)] : []),
  ];
  return html`<tr id="item-${item.id}">
    <td>
      <a class="name" href="/sources/${feedId}" dir="auto">${outletIcon(outlets(item.id))}${item.feedName}</a>
    </td>
    <td class="hl">
      <a href="/items/${item.id}"><q lang="${languageOf(item)}" dir="auto">${markedHeadline(frame, item)}</q></a>
      ${
        translated !== null &&
        html`<small
          >${reading.translatedLine}
          <span lang="${frame.preferences.translateInto}" dir="auto">${translated}</span></small
        >`
      }
      ${remarks.length > 0 && html`<small>${remarks.join(" ")}</small>`}
    </td>
    <td class="lv">${wordingMark(frame, wordingLevel(analysis?.overall ?? null))}</td>
  </tr>`;
}

/** Words that our title does without are struck out; other loaded words are marked. */
function markedHeadline(frame: Frame, item: ListedItem): Html {
  const { analysis, title } = item;
  if (analysis === null) return html`${printableLine(title, 300) || headlineOf(item, frame.texts.reading.untitled)}`;
  const { title_original: original, title_corrected: corrected, techniques } = analysis;
  if (original.trim() === "") return html`${headlineOf(item, frame.texts.reading.untitled)}`;
  const parts = markTitle(original, corrected || original, techniques);
  // Of a stretch that lost a word the rest needs no mark: the word was the point.
  const edited = new Set(parts.filter(({ change }) => change === "gone").flatMap((part) => part.techniques));
  return html`${parts.map(({ text, change, techniques: found }) => {
    if (change === "gone") return html`<del>${text}</del>`;
    return found.some((id) => !edited.has(id)) ? html`<mark>${text}</mark>` : text;
  })}`;
}

function toldBy(item: ListedItem): { item: ListedItem; overall: number | null; language: string | null } {
  return { item, overall: item.analysis?.overall ?? null, language: languageOf(item) };
}

function inShort(frame: Frame, reports: readonly ListedItem[], translations: Translations): Html | null {
  const texts = frame.texts.story;
  const able = reports.filter(({ analysis }) => (analysis?.summary ?? "") !== "");
  const speaker = leadFor(able.map(toldBy), frame.texts.frame.language)?.item;
  if (speaker === undefined) return null;
  const written = speaker.analysis?.summary ?? "";
  const translated = translations.get(speaker.id)?.summary ?? null;
  const language = languageOf(speaker);
  return html`<section class="in-short">
    <h2>${texts.inShort}</h2>
    <p class="brief-text" lang="${translated === null ? language : frame.preferences.translateInto}" dir="auto">
      ${translated ?? written}
    </p>
    ${translated !== null && translatedMark(frame, [{ text: written, language: language ?? "und" }])}
    <p class="note" dir="auto">${texts.fromPlainest(speaker.feedName)}</p>
  </section>`;
}
