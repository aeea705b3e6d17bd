import { plainText } from "../chat/model-text.ts";
import { comparePlainness } from "../items/plainness.ts";
import {
  type BriefDraft,
  type BriefItem,
  type BriefLength,
  type BriefPlan,
  findReaderLanguage,
  findTeasers,
  plainPlan,
} from "./brief.ts";
import { splitProse } from "./split-prose.ts";
import { findHeading, sortSections } from "./sort-sections.ts";

/** The indexes of the items that report one event: the one that is told, then the others. */
type Story = number[];

const sizes: Record<BriefLength, { stories: number; sentences: number }> = {
  short: { stories: 4, sentences: 1 },
  normal: { stories: 8, sentences: 2 },
  long: { stories: 14, sentences: 3 },
};
const otherItemsMax = 4;
const titleCharsMax = 200;
const summaryCharsMax = 1_000;
const sentenceCharsMax = 320;

/**
 * A brief without a model: what most feeds report, from each of the person's folders its share, there the reader's language
 * first. Each event is told in sentences of its plainest report, in the reader's language if
 * there is one. The other reports are references. No teaser speaks where another report tells the story.
 */
export function buildExtract(items: readonly BriefItem[], plan: BriefPlan = plainPlan): BriefDraft {
  const { stories: storiesMax, sentences } = sizes[plan.length];
  const language = findReaderLanguage(items);
  const teasers = findTeasers(items);
  const isForeign = (story: Story) => Number(story.every((index) => items[index]!.language !== language));
  const ranked = storiesOf(items)
    .toSorted(
      (a, b) =>
        countFeeds(b, items) - countFeeds(a, items) ||
        b.length - a.length ||
        isForeign(a) - isForeign(b) ||
        a[0]! - b[0]!,
    )
    .map((story) => leadFirst(story, items, { language, teasers }).slice(0, 1 + otherItemsMax));
  const itemsOf = (story: Story) => story.map((index) => items[index]!);
  const byFolder = Map.groupBy(ranked, (story) => findHeading(itemsOf(story), plan.folders).name);
  const chosen =
    plan.folders.length === 0
      ? ranked.slice(0, storiesMax)
      : shareOut([...byFolder.values()], storiesMax).flatMap(({ stories, count }) =>
          stories.toSorted((a, b) => isForeign(a) - isForeign(b)).slice(0, count),
        );
  const { sorted, sections } = sortSections(chosen, itemsOf, plan);
  const cited = sorted.flat();
  const placeOf = new Map(cited.map((index, place) => [index, place + 1]));
  const paragraphs = sorted.map((story) => {
    const references = story.map((index) => `[${placeOf.get(index)}]`).join("");
    return `${tell(items[story[0]!]!, sentences)} ${references}`;
  });
  return {
    content: paragraphs.join("\n\n"),
    sections,
    itemRefs: cited.map((index) => items[index]!.id),
    itemCount: items.length,
    writtenBy: "extract",
  };
}

function storiesOf(items: readonly BriefItem[]): Story[] {
  return [...Map.groupBy(items.keys(), (index) => items[index]!.storyId).values()];
}

/**
 * How many stories each folder tells: one while there is room, then in proportion to how many it has (Sainte-Laguë). By what most
 * feeds report alone, one folder would tell all of them.
 */
function shareOut(folders: readonly Story[][], storiesMax: number): { stories: Story[]; count: number }[] {
  const shares = folders.map((stories) => ({ stories, count: 0 }));
  const claim = ({ stories, count }: (typeof shares)[number]) =>
    count === 0 ? Number.MAX_VALUE : count < stories.length ? stories.length / (2 * count + 1) : 0;
  for (let told = 0; told < storiesMax; told += 1) {
    const [next] = shares.toSorted((a, b) => claim(b) - claim(a));
    if (next === undefined || claim(next) === 0) break;
    next.count += 1;
  }
  return shares;
}

function countFeeds(story: Story, items: readonly BriefItem[]): number {
  return new Set(story.map((index) => items[index]!.feedName)).size;
}

/** The plainest report with a summary leads, in the reader's language if there is one: the longest is often the loudest. */
function leadFirst(
  story: Story,
  items: readonly BriefItem[],
  { language, teasers }: { language: string; teasers: ReadonlySet<string> },
): Story {
  const lacks = (item: BriefItem) => Number(item.language !== language) * 2 + Number(item.summary === "");
  const sorted = story.toSorted((a, b) => {
    const [one, other] = [items[a]!, items[b]!];
    const byWording = comparePlainness(wordingOf(one), wordingOf(other));
    return lacks(one) - lacks(other) || byWording || other.summary.length - one.summary.length || b - a;
  });
  const lead = sorted.find((index) => !teasers.has(items[index]!.id)) ?? sorted[0]!;
  return [lead, ...sorted.filter((index) => index !== lead)];
}

function wordingOf({ rating, clickbait, speculative }: BriefItem) {
  return { overall: rating, clickbait, speculative };
}

/** The first sentences of its summary. The title comes first where they do not say the same; a long text need not say all. */
export function tell(item: BriefItem, sentencesMax: number): string {
  const title = plainText(item.title, titleCharsMax);
  const sentences = withoutRepetition(splitProse(plainText(item.summary, summaryCharsMax)))
    .slice(0, sentencesMax)
    .map((sentence) => plainText(sentence, sentenceCharsMax));
  const told = sentences.join(" ");
  if (told === "") return asSentence(title);
  const isLonger = stems(told).length >= 1.5 * stems(title).length;
  return coverage(title, told) >= (isLonger ? 0.5 : 0.75) ? told : `${asSentence(title)} ${told}`;
}

function asSentence(title: string): string {
  return /[.!?…]["”»’)]?$/u.test(title) || title === "" ? title : `${title}.`;
}

/** Leaves out a sentence that says what another has said; the fuller one of two stays, in the first one's place. */
function withoutRepetition(sentences: readonly string[]): string[] {
  const kept: string[] = [];
  for (const sentence of sentences.filter((one) => one !== "")) {
    const poorer = kept.findIndex((earlier) => coverage(earlier, sentence) >= 0.9 && coverage(sentence, earlier) < 0.9);
    if (poorer >= 0) kept[poorer] = sentence;
    else if (coverage(sentence, kept.join(" ")) < 0.6) kept.push(sentence);
  }
  return kept;
}

/** Which share of a text's words another text has, too. By their beginnings, because verbs and nouns are inflected. */
function coverage(text: string, other: string): number {
  const [wanted, known] = [stems(text), new Set(stems(other))];
  return wanted.length === 0 ? 1 : wanted.filter((stem) => known.has(stem)).length / wanted.length;
}

/** Numbers, and words that mean something. */
function stems(text: string): string[] {
  return (text.toLowerCase().match(/\p{N}[\p{N}.,]*\p{N}|\p{N}|\p{L}{4,}/gu) ?? []).map((word) => word.slice(0, 5));
}
