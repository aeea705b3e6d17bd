import { extractSigns, measureRarity } from "../../src/analysis/stories/story-signs.ts";
import { groupItems, type StoryItem } from "../../src/analysis/stories/group-items.ts";
import german from "../fixtures/stories/de.json" with { type: "json" };
import english from "../fixtures/stories/en.json" with { type: "json" };
import polish from "../fixtures/stories/pl.json" with { type: "json" };

export type LanguageEvaluation = {
  language: string;
  /** Labelled: of one event, or of events of one family, which are easily taken for each other. */
  pairs: number;
  precision: number;
  recall: number;
  /** Pairs of other families that were taken for one event. */
  strayPairs: number;
};

const sets = { en: english, de: german, pl: polish };
const day = new Date("2026-11-15T12:00:00Z");

type Report = StoryItem & { family: number; event: string };

/**
 * Reports of made-up events, several to an event, three or four events to a family ("a central bank decides on rates").
 * They all come on one day and from feeds of their own, so that words alone can tell them apart.
 */
export function evaluateStories(): LanguageEvaluation[] {
  const byLanguage = Object.entries(sets).map(([language, families]) => ({
    language,
    reports: readReports(language, families),
  }));
  // What is rare is learnt from all of them, as an instance with feeds in three languages would.
  const rarity = measureRarity(byLanguage.flatMap(({ reports }) => reports.map(({ signs }) => signs)));
  return byLanguage.map(({ language, reports }) => {
    const storyOf = new Map(groupItems(reports, [], rarity).map(({ id, storyId }) => [id, storyId]));
    return { language, ...judge(reports, (a, b) => storyOf.get(a.id) === storyOf.get(b.id)) };
  });
}

export function describeEvaluation(evaluation: LanguageEvaluation[]): string {
  return evaluation
    .map(({ language, pairs, precision, recall, strayPairs }) => {
      return `${language}: ${pairs} labelled pairs, precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}, stray pairs ${strayPairs}`;
    })
    .join("; ");
}

function readReports(language: string, families: typeof english): Report[] {
  return families.flatMap(({ events }, family) =>
    events.flatMap((reports, event) =>
      reports.map(([title = "", lead = ""], report) => {
        const id = `${language}.${family}.${event}.${report}`;
        const signs = extractSigns({ title, lead, language });
        return { id, feedId: id, pubDate: day, page: null, language, signs, family, event: `${family}.${event}` };
      }),
    ),
  );
}

function judge(reports: Report[], isOneStory: (a: Report, b: Report) => boolean) {
  const pairs = reports.flatMap((a, index) => reports.slice(index + 1).map((b) => ({ a, b, isOne: isOneStory(a, b) })));
  const right = pairs.filter(({ a, b }) => a.event === b.event);
  const found = pairs.filter(({ isOne }) => isOne);
  const hits = right.filter(({ isOne }) => isOne).length;
  return {
    pairs: pairs.filter(({ a, b }) => a.family === b.family).length,
    precision: hits / Math.max(1, found.length),
    recall: hits / right.length,
    strayPairs: found.filter(({ a, b }) => a.family !== b.family).length,
  };
}
