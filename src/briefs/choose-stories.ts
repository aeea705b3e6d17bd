import { comparePlainness } from "../items/plainness.ts";
import { type BriefItem, type BriefLength, type BriefPlan, findReaderLanguage, findTeasers } from "./brief.ts";
import { findHeading } from "./sort-sections.ts";

/** The indexes of the items that report one event: the one that leads, then the others. */
export type Story = number[];

const storiesMax: Record<BriefLength, number> = { short: 4, normal: 8, long: 14 };
const otherItemsMax = 4;

/**
 * What a brief tells: what most feeds report, from each of the person's folders its share, there the reader's language first. The
 * plainest report leads a story, in the reader's language if there is one; no teaser where another report tells the story.
 */
export function chooseStories(items: readonly BriefItem[], plan: BriefPlan): Story[] {
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
  if (plan.folders.length === 0) return ranked.slice(0, storiesMax[plan.length]);
  const byFolder = Map.groupBy(ranked, (story) => findHeading(itemsOf(story), plan.folders).name);
  return shareOut([...byFolder.values()], storiesMax[plan.length]).flatMap(({ stories, count }) =>
    stories.toSorted((a, b) => isForeign(a) - isForeign(b)).slice(0, count),
  );
}

function storiesOf(items: readonly BriefItem[]): Story[] {
  return [...Map.groupBy(items.keys(), (index) => items[index]!.storyId).values()];
}

/**
 * How many stories each folder tells: one while there is room, then in proportion to how many it has (Sainte-Laguë). By what most
 * feeds report alone, one folder would tell all of them.
 */
function shareOut(folders: readonly Story[][], countMax: number): { stories: Story[]; count: number }[] {
  const shares = folders.map((stories) => ({ stories, count: 0 }));
  const claim = ({ stories, count }: (typeof shares)[number]) =>
    count === 0 ? Number.MAX_VALUE : count < stories.length ? stories.length / (2 * count + 1) : 0;
  for (let told = 0; told < countMax; told += 1) {
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
