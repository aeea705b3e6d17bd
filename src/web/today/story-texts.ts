import { leadFor } from "../../items/plainness.ts";
import type { TodayStory } from "../../items/today-store.ts";
import { printableLine } from "../../text/characters.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { isLongTitle } from "../reading/describe-item.ts";
import { firstSentences } from "../reading/first-sentences.ts";
import type { Translations } from "../reading/reading-parts.ts";
import { type Original, translatedMark } from "../reading/translated-mark.ts";
import { type StoryTitle, storyTitle } from "./story-title.ts";

/** Where a story stands: the characters of its summary that have room there. */
const rooms = { lead: 165, small: 100, besidePicture: 80 };
export type StoryPlace = keyof typeof rooms;

/** Title and "in short"; where a model translated one of them, the page says so. */
export function storyTexts(frame: Frame, story: TodayStory, translations: Translations, place: StoryPlace): Html {
  const title = storyTitle(frame, story, translations);
  const summary = summaryOf(frame, story, translations, rooms[place]);
  const mark = translatedMark(frame, [title.original, summary?.original ?? null]);
  return html`${headline(frame, story, title)} ${summary?.html} ${mark}`;
}

/** The plainest report gives the title. One report alone opens itself, not a comparison. */
function headline(frame: Frame, story: TodayStory, { first, title, language }: StoryTitle): Html {
  const { storyId, reports, isUnread } = story;
  const address =
    reports.length > 1
      ? html`<a href="/stories/${storyId}">${title}</a>`
      : html`<a href="/items/${first?.itemId}">${title}</a>`;
  return html`<h2 class="${isLongTitle(title) && "clamp"}" lang="${language}" dir="auto">
    ${address}${isUnread && html`<span class="sr"> (${frame.texts.frame.unread})</span>`}
  </h2>`;
}

const summaryCharsMax = 1_000;

/** Of the report that leads, or the plainest that has one. */
function summaryOf(
  { texts, preferences }: Frame,
  { reports }: TodayStory,
  translations: Translations,
  room: number,
): { html: Html; original: Original | null } | null {
  const able = reports.filter(({ summary }) => (summary ?? "") !== "");
  const speaker = leadFor(able, texts.frame.language);
  if (speaker === undefined) return null;
  const written = printableLine(speaker.summary ?? "", summaryCharsMax);
  const translated = printableLine(translations.get(speaker.itemId)?.summary ?? "", summaryCharsMax);
  const language = translated === "" ? speaker.language : preferences.translateInto;
  const shown = firstSentences(translated || written, language, room);
  return {
    html: html`<p class="sum" lang="${language}" dir="auto">${shown}</p>`,
    original: translated === "" ? null : { text: written, language: speaker.language ?? "und" },
  };
}
