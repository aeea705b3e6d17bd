import type { BriefItem } from "../../src/briefs/brief.ts";

export const newsDay = new Date("2026-03-01T18:00:00Z");

export function briefItem(n: number, title: string, rest: Partial<BriefItem> = {}): BriefItem {
  const pubDate = new Date(newsDay.getTime() - n * 60_000);
  return {
    id: `item-${n}`,
    storyId: `story-${n}`,
    title,
    summary: "",
    feedName: `Feed ${n}`,
    language: "en",
    rating: null,
    clickbait: null,
    speculative: null,
    folder: null,
    topic: null,
    pubDate,
    ...rest,
  };
}

/** Three stories in six items of four feeds. */
export const sixItems: BriefItem[] = [
  briefItem(1, "Parliament passes 2027 budget after ten hours of debate", {
    storyId: "budget",
    feedName: "The Post",
    summary:
      "Parliament passed the budget of 412 billion with 198 votes to 151. Spending on schools rises by 3 percent.",
  }),
  briefItem(2, "Harbour company orders twelve electric ferries", {
    storyId: "ferries",
    feedName: "Radio Nord",
    summary: "The harbour company of Skelby ordered twelve electric ferries from a yard in Finland.",
  }),
  briefItem(3, "Budget of 412 billion passed by parliament", {
    storyId: "budget",
    feedName: "Daily Mirrorless",
    summary: "After a long debate parliament voted for the budget. The upper house will vote in December.",
  }),
  briefItem(4, "Storm closes two schools in Elmsford", {
    feedName: "Elm Weekly",
    summary: "A storm damaged the roofs of two schools in Elmsford. Nobody was hurt.",
  }),
  briefItem(5, "Parliament votes for budget, schools get more", {
    storyId: "budget",
    feedName: "Radio Nord",
    summary: "The 2027 budget gives schools 3 percent more, parliament decided.",
  }),
  briefItem(6, "Skelby to get electric ferries", {
    storyId: "ferries",
    feedName: "The Post",
    summary: "Twelve ferries with batteries will run from Skelby harbour in 2028.",
  }),
];
