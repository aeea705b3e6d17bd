import { plainText } from "../chat/model-text.ts";
import { comparePlainness } from "../items/plainness.ts";
import { type BriefDraft, type BriefItem, findReaderLanguage, findTeasers } from "./brief.ts";

export const extractNotice =
  "Written without AI, in sentences from our summaries. Reports of the same event are one paragraph.";

/** The indexes of the items that report one event, newest first. */
type Story = number[];

const storiesMax = 5;
const otherItemsMax = 4;
const titleCharsMax = 200;
const leadCharsMax = 320;

/**
 * A brief without a model: what most feeds report comes first, in sentences from the summaries. A story begins with the
 * title of its plainest report, in the reader's language if there is one. No teaser is quoted where another report tells it.
 */
export function buildExtract(items: readonly BriefItem[]): BriefDraft {
  const language = findReaderLanguage(items);
  const teasers = findTeasers(items);
  const isForeign = (story: Story) => Number(story.every((index) => items[index]!.language !== language));
  const stories = storiesOf(items)
    .toSorted(
      (a, b) =>
        countFeeds(b, items) - countFeeds(a, items) ||
        b.length - a.length ||
        isForeign(a) - isForeign(b) ||
        a[0]! - b[0]!,
    )
    .slice(0, storiesMax)
    .map((story) => leadFirst(story, items, { language, teasers }).slice(0, 1 + otherItemsMax));
  const cited = stories.flat();
  const refer = (index: number) => `[${cited.indexOf(index) + 1}]`;
  const paragraphs = stories.map(([lead, ...others]) => {
    const more = others.map((index) => `${quote(items[index]!, teasers)} ${refer(index)}`);
    return `${tell(items[lead!]!)} ${refer(lead!)}${more.length === 0 ? "" : ` Also: ${more.join("; ")}.`}`;
  });
  return {
    content: [extractNotice, ...paragraphs].join("\n\n"),
    itemRefs: cited.map((index) => items[index]!.id),
    itemCount: items.length,
    writtenBy: "extract",
  };
}

function storiesOf(items: readonly BriefItem[]): Story[] {
  return [...Map.groupBy(items.keys(), (index) => items[index]!.storyId).values()];
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

function wordingOf({ rating, clickbait }: BriefItem) {
  return { overall: rating, clickbait };
}

function quote(item: BriefItem, teasers: ReadonlySet<string>): string {
  return teasers.has(item.id) ? item.feedName : `“${titleOf(item)}” (${item.feedName})`;
}

function tell(item: BriefItem): string {
  const title = titleOf(item);
  const summary = plainText(item.summary, leadCharsMax);
  if (summary === "") return title;
  return `${title}${/[.!?…]$/u.test(title) ? "" : "."} ${summary}`;
}

function titleOf({ title }: BriefItem): string {
  return plainText(title, titleCharsMax);
}
