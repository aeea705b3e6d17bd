import { plainText } from "../chat/plain-text.ts";
import type { Digest, DigestItem } from "./digest.ts";
import { groupStories, type Story } from "./group-stories.ts";

export const extractNotice =
  "Put together without AI: items that share rarer words are shown as one story, in our summaries' own words.";

const storiesMax = 5;
const otherItemsMax = 4;
const titleCharsMax = 200;
const leadCharsMax = 320;

/** A digest without a model: what most feeds tell of comes first, in sentences that stand in the summaries. */
export function buildExtract(items: readonly DigestItem[]): Digest {
  const stories = groupStories(items)
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

function countFeeds(story: Story, items: readonly DigestItem[]): number {
  return new Set(story.map((index) => items[index]!.feedName)).size;
}

/** The plainest that has something to tell speaks for the story: the longest is often the loudest. */
function leadFirst(story: Story, items: readonly DigestItem[]): Story {
  const loudness = ({ summary, rating }: DigestItem) => (summary === "" ? 2 : (rating ?? 1));
  return story.toSorted((a, b) => {
    const [one, other] = [items[a]!, items[b]!];
    return loudness(one) - loudness(other) || other.summary.length - one.summary.length || a - b;
  });
}

function tell(item: DigestItem): string {
  const title = titleOf(item);
  const summary = plainText(item.summary, leadCharsMax);
  if (summary === "") return title;
  return `${title}${/[.!?…]$/u.test(title) ? "" : "."} ${summary}`;
}

function titleOf({ title }: DigestItem): string {
  return plainText(title, titleCharsMax);
}
