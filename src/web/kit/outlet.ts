import { type WordingLevel, wordingLevels } from "../../items/plainness.ts";
import type { Frame } from "./frame.ts";
import { type Html, html } from "./html.ts";

/** `iconUrl` is ours, or null while the feed has none: then it gets a tile of this colour. */
export type OutletLook = { iconUrl: string | null; colour: number };
/** How a feed of the page looks. */
export type LookOf = (feedId: string) => OutletLook;
/** Who writes: a feed as its reader knows it. */
export type Outlet = OutletLook & { feedId: string; name: string };

const colourCount = 12;

/**
 * Feeds that were added one after another have colours that differ most (news.css orders them so): a person's first twelve feeds
 * all have another one. By a hash, two of six had the same in four of five cases. It never changes, on whatever page.
 */
export function tileColour(number: number): number {
  return number % colourCount;
}

/** The outlet's own icon, or a tile with its first letter. Hidden from screen readers: the name stands next to it. */
export function outletIcon({ name, iconUrl, colour }: Omit<Outlet, "feedId">): Html {
  if (iconUrl !== null) {
    return html`<img class="o" src="${iconUrl}" alt="" width="20" height="20" loading="lazy" decoding="async" />`;
  }
  return html`<span class="o o-${colour}" aria-hidden="true">${firstLetter(name)}</span>`;
}

/** The same in a drawing. */
export function outletTile(
  { name, iconUrl, colour }: Outlet,
  { x, y, side }: { x: number; y: number; side: number },
): Html {
  if (iconUrl !== null) {
    return html`<image href="${iconUrl}" x="${x}" y="${y}" width="${side}" height="${side}"
      ><title>${name}</title></image
    >`;
  }
  return html`<g class="o-${colour}">
    <title>${name}</title>
    <rect class="tile" x="${x}" y="${y}" width="${side}" height="${side}" rx="5"></rect>
    <text class="glyph" x="${x + side / 2}" y="${y + side / 2 + 4}">${firstLetter(name)}</text>
  </g>`;
}

/** Three ticks and the word: how loaded the wording is. Nothing before anybody has read it. */
export function wordingMark({ texts }: Frame, level: WordingLevel | null): Html | null {
  if (level === null) return null;
  return html`<span class="w w${wordingLevels.indexOf(level)}">${ticks}${texts.frame.levels[level]}</span>`;
}

/** The same of clickbait or hedging: how often. */
export function oftenMark({ texts }: Frame, level: WordingLevel | null): Html | null {
  if (level === null) return null;
  const step = wordingLevels.indexOf(level);
  return html`<span class="w w${step}">${ticks}${texts.sources.often[step]}</span>`;
}

export type OutletWording = Outlet & { level: WordingLevel | null };

const outletsShown = 7;

/** The outlets of a story in a row, the plainest first, each with its ticks; one label says it all to a screen reader. */
export function outletRow({ texts }: Frame, outlets: readonly OutletWording[]): Html {
  const shown = outlets.length > outletsShown ? outlets.slice(0, outletsShown - 1) : outlets;
  const label = ({ name, level }: OutletWording) =>
    `${name}: ${level === null ? texts.frame.notRead : texts.frame.levels[level]}`;
  return html`<span class="outlets" role="img" aria-label="${outlets.map(label).join(", ")}"
    >${shown.map(
      (outlet) =>
        html`<span class="w${outlet.level === null ? 0 : wordingLevels.indexOf(outlet.level)}" title="${label(outlet)}"
          >${outletIcon(outlet)}${ticks}</span
        >`,
    )}${shown.length < outlets.length && html`<span class="rest">+${outlets.length - shown.length}</span>`}</span
  >`;
}

const ticks = html`<span class="ticks" aria-hidden="true"><i></i><i></i><i></i></span>`;

function firstLetter(name: string): string {
  const [letter = "?"] =
    name
      .trim()
      .toUpperCase()
      .match(/[\p{L}\p{N}]/u) ?? [];
  return letter;
}
