import { plainText } from "../chat/plain-text.ts";
import type { BriefDraft, BriefItem } from "./brief.ts";

export const extractNotice =
  "Written without AI, in sentences from our summaries. Reports of the same event are one paragraph.";

/** The indexes of the items that report one event, newest first. */
type Story = number[];

const storiesMax = 5;
const otherItemsMax = 4;
const titleCharsMax = 200;
const leadCharsMax = 320;

/** A brief without a model: what most feeds report comes first, in sentences from the summaries. */
export function buildExtract(items: readonly BriefItem[]): BriefDraft {
  const stories = storiesOf(items)
    .toSorted((a, b) => countFeeds(b, items) - countFeeds(a, items) || b.length - a.length || a[0]! - b[0]!)
    .slice(0, storiesMax)
    .map((story) => leadFirst(story, items).slice(0, 1 + otherItemsMax));
  const cited = stories.flat();
  const refer = (index: number) => `[${cited.indexOf(index) + 1}]`;
  const paragraphs = stories.map(([lead, ...others]) => {
    const more = others.map((index) => `“${titleOf(items[index]!)}” (${items[index]!.feedName}) ${refer(index)}`);
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

/** The plainest report with a summary leads: the longest is often the loudest. */
function leadFirst(story: Story, items: readonly BriefItem[]): Story {
  const loudness = ({ summary, rating }: BriefItem) => (summary === "" ? 2 : (rating ?? 1));
  return story.toSorted((a, b) => {
    const [one, other] = [items[a]!, items[b]!];
    return loudness(one) - loudness(other) || other.summary.length - one.summary.length || a - b;
  });
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
