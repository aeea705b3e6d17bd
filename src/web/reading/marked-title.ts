import type { TechniqueId } from "../../items/analyzer-result.ts";
import type { ListedItem } from "../../items/listed-item-store.ts";
import { markTitle, type TitlePart } from "../../items/mark-title.ts";
import { type Html, html } from "../html.ts";
import type { ReadingTexts } from "../texts/en-reading.ts";
import { languageOf } from "./headline.ts";

/**
 * The title as it came: what ours does without is struck out, and what was found in it tells its name to a pointer, to
 * the keyboard and to a finger alike. Null where there is nothing to show.
 */
export function markedTitle(item: ListedItem, texts: ReadingTexts): Html | null {
  const { analysis } = item;
  if (analysis === null) return null;
  const { title_original: original, title_corrected: corrected, techniques } = analysis;
  const parts = markTitle(original, corrected || original, techniques);
  if (parts.every(({ change, techniques: found }) => change === "none" && found.length === 0)) return null;
  return html`<p class="original" lang="${languageOf(item)}" dir="auto">
    <span class="sr">${texts.original}: </span
    >${parts.map((part, place) => markedPart(part, `${item.id}-${place}`, texts))}
  </p>`;
}

function markedPart({ text, change, techniques }: TitlePart, id: string, texts: ReadingTexts): Html {
  const [first] = techniques;
  const words = first === undefined ? html`${text}` : withTip(text, techniques, id, texts);
  if (change === "gone") return html`<del>${words}</del>`;
  return change === "case" ? html`<mark>${words}</mark>` : words;
}

/** A button, because a finger and the keyboard reach it too; the stylesheet shows what follows it while it is in focus. */
function withTip(text: string, techniques: readonly TechniqueId[], id: string, texts: ReadingTexts): Html {
  return html`<button type="button" class="technique" aria-describedby="tip-${id}">${text}</button
    ><span class="tip" role="tooltip" id="tip-${id}" lang="en" dir="ltr"
      >${techniques.map((technique) => {
        const [name, sentence] = texts.techniques[technique];
        return html`<span><strong>${name}.</strong> ${sentence}</span>`;
      })}</span
    >`;
}
