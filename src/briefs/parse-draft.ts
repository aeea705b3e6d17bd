import { plainText } from "../chat/model-text.ts";
import { type BriefDraft, type BriefItem, type BriefLength, type BriefPlan, plainPlan } from "./brief.ts";
import { checkParagraph } from "./check-paragraph.ts";
import { citedItems, reference } from "./cited-items.ts";
import { sortSections } from "./sort-sections.ts";

/** Ten times the size of 1,000 tokens. */
const textCharsMax = 50_000;
const paragraphsReadMax = 50;
const paragraphsMax: Record<BriefLength, number> = { short: 3, normal: 5, long: 8 };
const paragraphCharsMax = 2_000;

type ParsedDraft = Pick<BriefDraft, "content" | "sections" | "itemRefs" | "leftOut">;

/**
 * Keeps the sentences of a model's text that their sources support. References are renumbered in the order of the text. Where
 * nothing of a paragraph is left, `tell` speaks for the first item that it cites and whose story nothing else tells. null: nothing is
 * left at all.
 * The work is bounded for any text: all lengths are cut first, and a citation is expanded only within the existing items.
 */
export function parseDraft(
  text: string,
  items: readonly BriefItem[],
  plan: BriefPlan = plainPlan,
  tell: (item: BriefItem) => string = () => "",
): ParsedDraft | null {
  const checked = text
    .slice(0, textCharsMax)
    .split(/\n+/u)
    .filter((paragraph) => paragraph.trim() !== "")
    .slice(0, paragraphsReadMax)
    .map((paragraph) => checkParagraph(plainText(paragraph, paragraphCharsMax), items));
  if (checked.every(({ prose }) => prose === null)) return null;
  const storyOf = (number: number) => items[number - 1]!.storyId;
  const told = new Set(checked.flatMap(({ prose, cited }) => (prose === null ? [] : cited.map(storyOf))));
  const tellInstead = (cited: readonly number[]) => {
    const number = cited.find((one) => !told.has(storyOf(one)));
    const prose = number === undefined ? "" : tell(items[number - 1]!);
    if (number === undefined || prose === "") return null;
    told.add(storyOf(number));
    return `${prose} [${number}]`;
  };
  const backed = checked
    .map(({ prose, cited }) => prose ?? tellInstead(cited))
    .filter((paragraph) => paragraph !== null)
    .slice(0, paragraphsMax[plan.length]);

  const itemsOf = (paragraph: string) =>
    (citedItems(paragraph, items.length) ?? []).map((number) => items[number - 1]!);
  const { sorted: paragraphs, sections } = sortSections(backed, itemsOf, plan);
  const cited = [...new Set(paragraphs.flatMap((paragraph) => citedItems(paragraph, items.length) ?? []))];
  const placeOf = new Map(cited.map((number, index) => [number, index + 1]));
  const renumber = (one: string) => (citedItems(one, items.length) ?? []).map((number) => `[${placeOf.get(number)}]`);
  const content = paragraphs.map((paragraph) => paragraph.replaceAll(reference, (one) => renumber(one).join("")));
  return {
    content: content.join("\n\n"),
    sections,
    itemRefs: cited.map((number) => items[number - 1]!.id),
    leftOut: checked.reduce((sum, { leftOut }) => sum + leftOut, 0),
  };
}
