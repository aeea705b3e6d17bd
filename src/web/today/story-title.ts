import { leadFor } from "../../items/plainness.ts";
import type { TodayReport, TodayStory } from "../../items/today-store.ts";
import { printableLine } from "../../text/characters.ts";
import type { Frame } from "../kit/frame.ts";

const titleCharsMax = 300;

/** What the front page calls a story: the title of its plainest report, as the person wants titles. */
export function storyTitle({ texts, preferences }: Frame, { reports }: TodayStory): StoryTitle {
  const first = leadFor(reports, texts.frame.language);
  return { first, title: first === undefined ? texts.reading.untitled : reportTitle({ texts, preferences }, first) };
}
type StoryTitle = { first: TodayReport | undefined; title: string };

export function reportTitle(
  { texts, preferences }: Pick<Frame, "texts" | "preferences">,
  { plainTitle, title }: TodayReport,
): string {
  const written = (preferences.plainTitles ? plainTitle : null) ?? title;
  return printableLine(written, titleCharsMax) || texts.reading.untitled;
}
