import { leadFor } from "../../items/plainness.ts";
import type { TodayReport, TodayStory } from "../../items/today-store.ts";
import { printableLine } from "../../text/characters.ts";
import type { Frame } from "../kit/frame.ts";
import type { Translations } from "../reading/reading-parts.ts";
import type { Original } from "../reading/translated-mark.ts";

const titleCharsMax = 300;
// As much of a report without a title as a title has.
const untitledCharsMax = 120;

/** What the front page calls a story: the title of its plainest report, as the person wants titles. */
export function storyTitle(frame: Frame, { reports }: TodayStory, translations: Translations = new Map()): StoryTitle {
  const { texts, preferences } = frame;
  const first = leadFor(reports, texts.frame.language);
  if (first === undefined) return { first, title: texts.reading.untitled, language: null, original: null };
  const written = reportTitle(frame, first);
  const title = printableLine(translations.get(first.itemId)?.title ?? "", titleCharsMax);
  if (title === "") return { first, title: written, language: first.language, original: null };
  const original = { text: written, language: first.language ?? "und" };
  return { first, title, language: preferences.translateInto, original };
}
/** `original`: null where the title is not translated. */
export type StoryTitle = {
  first: TodayReport | undefined;
  title: string;
  language: string | null;
  original: Original | null;
};

export function reportTitle(
  { texts, preferences }: Pick<Frame, "texts" | "preferences">,
  { plainTitle, title, summary }: TodayReport,
): string {
  const written = (preferences.plainTitles ? plainTitle : null) ?? title;
  return (
    printableLine(written, titleCharsMax) || printableLine(summary ?? "", untitledCharsMax) || texts.reading.untitled
  );
}
