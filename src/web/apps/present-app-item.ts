import { cleanMarkup } from "../../analysis/clean-html.ts";
import type { AppItem } from "../../items/app-stream-store.ts";
import { wordingLevel } from "../../items/plainness.ts";
import { absoluteUrl } from "../../publishing/present-feed.ts";
import { printableLine } from "../../text/characters.ts";
import { type Html, html } from "../kit/html.ts";
import type { Texts } from "../texts/en.ts";

/** How an app password wants its items, and where our own pages are. */
export type AppStyle = { plainTitles: boolean; texts: Texts; origin: string };

/** What every protocol says about an item. */
export type PresentedAppItem = {
  title: string;
  author: string;
  url: string;
  html: string;
  isRightToLeft: boolean;
  enclosures: { url: string; type: string; bytes: number }[];
};

const titleCharsMax = 500;
const titleFromTextCharsMax = 80;
const authorCharsMax = 200;
const enclosuresMax = 50;
const htmlCharsMax = 500_000;

/** With plain titles the original one stands in the body; as published, both are left alone. */
export function presentAppItem(item: AppItem, style: AppStyle): PresentedAppItem {
  const ownPage = `${style.origin}/items/${item.id}`;
  const url = absoluteUrl(item.url ?? "") ?? ownPage;
  const original = printableLine(item.title, titleCharsMax);
  const plain = style.plainTitles ? printableLine(item.plainTitle ?? "", titleCharsMax) : "";
  const title = plain || original || printableLine(textOf(item), titleFromTextCharsMax) || url;
  return {
    title,
    author: printableLine(item.author ?? "", authorCharsMax),
    url,
    html: (style.plainTitles ? noteOf(item, { title, original }, style.texts) : "") + bodyOf(item),
    isRightToLeft: /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u.test(title),
    enclosures: item.enclosures.slice(0, enclosuresMax).flatMap(({ url: written, type, bytes }) => {
      const address = absoluteUrl(written);
      return address === null ? [] : [{ url: address, type: type ?? "application/octet-stream", bytes: bytes ?? 0 }];
    }),
  };
}

/** A small block above the text. */
function noteOf(item: AppItem, { title, original }: { title: string; original: string }, texts: Texts): string {
  const { apps, frame } = texts;
  const lines: string[] = [];
  if (original !== "" && original !== title) lines.push(apps.originalTitle(original));
  const level = wordingLevel(item.overall);
  if (level !== null) lines.push(apps.wording(frame.levels[level]));
  return lines.length === 0 ? "" : html`<p><small>${lines.join(" · ")}</small></p>`.text;
}

/** Its text, cleaned now if it was not yet. */
export function bodyOf({
  cleanHtml: clean,
  text,
  raw,
  base,
}: Pick<AppItem, "cleanHtml" | "text" | "raw" | "base">): string {
  if (clean !== null && clean !== "") return clean;
  const cleaned = cleanMarkup(raw ?? "", base ?? "") ?? "";
  if (cleaned !== "" && cleaned.length <= htmlCharsMax) return cleaned;
  return text === null || text === "" ? "" : paragraphs(text).text;
}

function paragraphs(text: string): Html {
  return html`${text.split(/\n+/).map((line) => html`<p>${line}</p>`)}`;
}

function textOf({ text, cleanHtml: clean, raw }: AppItem): string {
  return text ?? (clean ?? raw ?? "").slice(0, 4 * titleCharsMax).replace(/<[^>]*>/g, " ");
}

const lookAlikes: Record<string, string> = { "<": "＜", ">": "＞", "&": "＆" };

/**
 * Apps show titles as text, as HTML, or as HTML decoded twice: these three characters survive in none of them. FreshRSS sends
 * look-alikes, and so do we.
 */
export function withoutMarkupCharacters(text: string): string {
  return text.replace(/[<>&]/g, (character) => lookAlikes[character] ?? "");
}
