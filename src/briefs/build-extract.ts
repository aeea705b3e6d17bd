import { plainText } from "../chat/model-text.ts";
import { type BriefDraft, type BriefItem, type BriefLength, type BriefPlan, plainPlan } from "./brief.ts";
import { chooseStories, type Story } from "./choose-stories.ts";
import { withoutReferences } from "./cited-items.ts";
import { splitProse } from "./split-prose.ts";
import { sortSections } from "./sort-sections.ts";

const sentencesPerStory: Record<BriefLength, number> = { short: 1, normal: 2, long: 3 };
const titleCharsMax = 200;
const summaryCharsMax = 1_000;
const sentenceCharsMax = 320;

/** A brief without a model: each event is told in sentences of the report that leads it. The other reports are references. */
export function buildExtract(items: readonly BriefItem[], plan: BriefPlan = plainPlan): BriefDraft {
  const itemsOf = (story: Story) => story.map((index) => items[index]!);
  const { sorted, sections } = sortSections(chooseStories(items, plan), itemsOf, plan);
  const cited = sorted.flat();
  const placeOf = new Map(cited.map((index, place) => [index, place + 1]));
  const paragraphs = sorted.map((story) => {
    const references = story.map((index) => `[${placeOf.get(index)}]`).join("");
    return `${tell(items[story[0]!]!, sentencesPerStory[plan.length])} ${references}`;
  });
  return {
    content: paragraphs.join("\n\n"),
    sections,
    itemRefs: cited.map((index) => items[index]!.id),
    itemCount: items.length,
    writtenBy: "extract",
  };
}

/** The first sentences of its summary. The title comes first where they do not say the same; a long text need not say all. */
export function tell(item: BriefItem, sentencesMax: number): string {
  const title = withoutReferences(plainText(item.title, titleCharsMax));
  const sentences = withoutRepetition(splitProse(withoutReferences(plainText(item.summary, summaryCharsMax))))
    .slice(0, sentencesMax)
    .map((sentence) => plainText(sentence, sentenceCharsMax));
  const told = sentences.join(" ");
  if (told === "") return asSentence(title);
  const isLonger = stems(told).length >= 1.5 * stems(title).length;
  return coverage(title, told) >= (isLonger ? 0.5 : 0.75) ? told : `${asSentence(title)} ${told}`;
}

function asSentence(title: string): string {
  return /[.!?…]["”“»’)]?$/u.test(title) || title === "" ? title : `${title}.`;
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
