import { pluralInEnglish } from "./plural-in-english.ts";

export const storyInEnglish = {
  title: "One story",
  toToday: "Today",
  outlets: (count: number) => pluralInEnglish(count, "outlet"),
  languages: (count: number) => pluralInEnglish(count, "language"),
  firstAndLatest: { first: "first", latest: "latest" },
  scale: (outlets: readonly string[]) => `Outlets from plain to heavy: ${outlets.join(", ")}`,
  loadedFromHere: "loaded from here",
  headlines: "How each outlet put it",
  outlet: "Outlet",
  ownHeadline: "Its own headline",
  wording: "Wording",
  edited: (count: number) => (count === 1 ? "Edited once." : `Edited ${count} times.`),
  inShort: "In short",
  fromPlainest: (name: string) => `From the plainest report, ${name}.`,
  differing: "Figures that differ",
  whatTheyTell: "What they tell",
  dotMeans: "A dot means the report says so. Open a fact to see the sentences.",
  fact: "Fact",
  byAll: (count: number, reports: number) => {
    if (count === 1) return "In the only report that has a text";
    const all = count === 2 ? "In both reports" : `In all ${count} reports`;
    return count < reports ? `${all} that have a text` : all;
  },
  bySome: "In several reports",
  byOne: "In only one report",
  unsure: "In one report; others have no text here or are in another language",
  tells: (name: string) => `${name}: yes`,
  tellsNot: (name: string) => `${name}: no`,
  none: "No facts were found in these reports.",
  howMeasured: "How this is measured",
  note: "A report states a fact if one of its sentences has the fact's numbers, names and most of its words. In another language, numbers and names are enough.",
  timeline: "Reports and edits",
  reports: "reports",
  reportsFirst: "reports first",
  changedHeadline: "changed its headline",
  changedText: "changed its text",
  star: "Star",
  unstar: "Remove the star",
  gone: "This story is gone",
  goneWhy: "None of its reports are in your feeds any more.",
};
