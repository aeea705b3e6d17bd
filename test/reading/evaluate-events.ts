import { extractSigns, measureRarity } from "../../src/analysis/stories/story-signs.ts";
import { groupItems, type StoryItem } from "../../src/analysis/stories/group-items.ts";
import { dayMs, hourMs } from "../../src/time.ts";
import ownEvents from "../fixtures/stories/events.json" with { type: "json" };
import secondEvents from "../fixtures/stories/second-events.json" with { type: "json" };
import fourthEvents from "../fixtures/stories/fourth-events.json" with { type: "json" };
import thirdEvents from "../fixtures/stories/third-events.json" with { type: "json" };

type Share = { hits: number; of: number };

export type EventEvaluation = {
  set: keyof typeof sets;
  events: number;
  input: "titles with text" | "titles alone";
  reports: number;
  /** Of the pairs put in one story, those of one event; of the pairs of one event, those put in one story. */
  precision: Share;
  recall: Share;
  /** B³: for each report, how much of its story is of its event and how much of its event is in its story; the mean. */
  bCubed: { precision: number; recall: number; f: number };
  /** The same pairs, counting only those whose reports are in two languages. */
  acrossPrecision: Share;
  acrossRecall: Share;
  /** Two reports in one story that are of two events, for reading. */
  wrong: string[];
};

type Report = StoryItem & { event: number; title: string };

const firstDay = new Date("2026-11-10T06:00:00Z").getTime();

/**
 * Made-up events with two to five reports each, in one to three languages, on three days. Half of them are easily taken for each other:
 * the same person or town, the same kind of event elsewhere, or the next day's news of it. Every report comes from a feed of its own.
 * `own` (60) are by those who wrote the rules, in the words of one writer. The others are by writers who did not know the rules, each
 * report as another outlet would write it, which is nearer to what feeds bring. The limits were chosen on `own`, `second` (70) and
 * `third` (80); `fourth` (60) was kept apart.
 */
const sets = { own: ownEvents, second: secondEvents, third: thirdEvents, fourth: fourthEvents };

export function evaluateEvents(set: EventEvaluation["set"]): EventEvaluation[] {
  return [evaluate(set, "titles with text"), evaluate(set, "titles alone")];
}

export function describeEvents(evaluations: readonly EventEvaluation[]): string {
  return evaluations
    .map(({ set, events, input, reports, precision, recall, bCubed, acrossPrecision, acrossRecall }) =>
      [
        `${set}, ${input}: ${reports} reports of ${events} events`,
        `  pairs: precision ${share(precision)}, recall ${share(recall)}`,
        `  B³: precision ${bCubed.precision.toFixed(3)}, recall ${bCubed.recall.toFixed(3)}, F ${bCubed.f.toFixed(3)}`,
        `  pairs in two languages: precision ${share(acrossPrecision)}, recall ${share(acrossRecall)}`,
      ].join("\n"),
    )
    .join("\n");
}

function share({ hits, of }: Share): string {
  return of === 0 ? "– (0)" : `${(hits / of).toFixed(3)} (${hits} of ${of})`;
}

function evaluate(set: EventEvaluation["set"], input: EventEvaluation["input"]): EventEvaluation {
  const reports = readReports(set, input);
  const rarity = measureRarity(reports.map(({ signs }) => signs));
  const storyOf = new Map(groupItems(reports, [], rarity).map(({ id, storyId }) => [id, storyId]));
  const pairs = reports.flatMap((a, index) =>
    reports.slice(index + 1).map((b) => ({
      a,
      b,
      isOneEvent: a.event === b.event,
      isOneStory: storyOf.get(a.id) === storyOf.get(b.id),
      isAcross: a.language !== b.language,
    })),
  );
  const count = (holds: (pair: (typeof pairs)[number]) => boolean) => pairs.filter(holds).length;
  return {
    set,
    events: sets[set].length,
    input,
    reports: reports.length,
    precision: { hits: count((p) => p.isOneStory && p.isOneEvent), of: count((p) => p.isOneStory) },
    recall: { hits: count((p) => p.isOneStory && p.isOneEvent), of: count((p) => p.isOneEvent) },
    bCubed: measureBCubed(reports, storyOf),
    acrossPrecision: {
      hits: count((p) => p.isAcross && p.isOneStory && p.isOneEvent),
      of: count((p) => p.isAcross && p.isOneStory),
    },
    acrossRecall: {
      hits: count((p) => p.isAcross && p.isOneStory && p.isOneEvent),
      of: count((p) => p.isAcross && p.isOneEvent),
    },
    wrong: pairs.filter((p) => p.isOneStory && !p.isOneEvent).map(({ a, b }) => `${a.title} | ${b.title}`),
  };
}

function readReports(set: EventEvaluation["set"], input: EventEvaluation["input"]): Report[] {
  return sets[set].flatMap(({ day, reports }, event) =>
    reports.map(([language = "und", title = "", text = ""], index) => {
      const lead = input === "titles alone" ? "" : text;
      const id = `${String(event).padStart(3, "0")}.${index}`;
      return {
        id,
        feedId: id,
        pubDate: new Date(firstDay + day * dayMs + index * hourMs),
        page: null,
        language,
        signs: extractSigns({ title, lead, language }),
        event,
        title,
      };
    }),
  );
}

function measureBCubed(reports: readonly Report[], storyOf: ReadonlyMap<string, string>): EventEvaluation["bCubed"] {
  let [precision, recall] = [0, 0];
  for (const report of reports) {
    const inStory = reports.filter(({ id }) => storyOf.get(id) === storyOf.get(report.id));
    const inEvent = reports.filter(({ event }) => event === report.event);
    const both = inStory.filter(({ event }) => event === report.event).length;
    precision += both / inStory.length / reports.length;
    recall += both / inEvent.length / reports.length;
  }
  return { precision, recall, f: (2 * precision * recall) / (precision + recall) };
}
