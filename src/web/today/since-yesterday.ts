import type { TodayReport, TodayStory } from "../../items/today-store.ts";
import { dayMs, earlier } from "../../time.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { reportTitle, storyTitle } from "./story-title.ts";

type Changed = {
  stories: readonly TodayStory[];
  quiet: readonly TodayStory[];
  /** How often a report's headline was changed since yesterday. */
  headlineEdits: ReadonlyMap<string, number>;
  now: Date;
};

const ofEachMax = 2;

/** What is different from a day ago: older stories that go on, headlines that were changed, large stories that went quiet. */
export function sinceYesterday(frame: Frame, { stories, quiet, headlineEdits, now }: Changed): Html | null {
  const texts = frame.texts.today;
  const since = earlier(now, dayMs);
  const grown = stories
    .map((story) => ({ story, count: newReports(story, since) }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count);
  const edited = stories
    .flatMap(({ reports }) => reports)
    .map((report) => ({ report, times: headlineEdits.get(report.itemId) ?? 0 }))
    .filter(({ times }) => times > 0)
    .toSorted((a, b) => b.times - a.times);
  const lines = [
    ...grown.slice(0, ofEachMax).map(({ story, count }) => storyLine(frame, "+", story, texts.moreReports(count))),
    ...edited.slice(0, ofEachMax).map(({ report, times }) => editLine(frame, report, times)),
    ...quiet.slice(0, ofEachMax).map((story) => storyLine(frame, "–", story, texts.nothingNew)),
  ];
  if (lines.length === 0) return null;
  return html`<section>
    <h2 class="head">${texts.sinceYesterday}</h2>
    <ul class="changed" role="list">
      ${lines}
    </ul>
  </section>`;
}

/** Of a story that was there a day ago. */
function newReports({ reports }: TodayStory, since: Date): number {
  const fresh = reports.filter(({ pubDate }) => pubDate >= since).length;
  return fresh < reports.length ? fresh : 0;
}

function storyLine(frame: Frame, sign: string, story: TodayStory, remark: string): Html {
  const { first, title } = storyTitle(frame, story);
  return html`<li data-sign="${sign}">
    <span
      ><a href="/stories/${story.storyId}" lang="${first?.language}" dir="auto">${title}</a>
      <small class="note">${remark}</small></span
    >
  </li>`;
}

function editLine(frame: Frame, report: TodayReport, times: number): Html {
  return html`<li data-sign="≠">
    <span
      ><a href="/items/${report.itemId}#edits" lang="${report.language}" dir="auto">${reportTitle(frame, report)}</a>
      <small class="note" dir="auto">${frame.texts.today.changedHeadline(report.feedName, times)}</small></span
    >
  </li>`;
}
