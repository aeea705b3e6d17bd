import { type WordingLevel, wordingLevels } from "../../items/plainness.ts";
import type { Frame } from "./frame.ts";
import { type Html, html } from "./html.ts";

/** Who writes: a feed as its reader knows it. `iconUrl` is ours, or null while it has none. */
export type Outlet = { feedId: string; name: string; iconUrl: string | null };

const colourCount = 12;

/** The outlet's own icon, or a tile with its first letter. Hidden from screen readers: the name stands next to it. */
export function outletIcon({ feedId, name, iconUrl }: Outlet): Html {
  if (iconUrl !== null) {
    return html`<img class="o" src="${iconUrl}" alt="" width="20" height="20" loading="lazy" decoding="async" />`;
  }
  return html`<span class="o o-${colourOf(feedId)}" aria-hidden="true">${firstLetter(name)}</span>`;
}

/** The same in a drawing. */
export function outletTile(
  { feedId, name, iconUrl }: Outlet,
  { x, y, side }: { x: number; y: number; side: number },
): Html {
  if (iconUrl !== null) {
    return html`<image href="${iconUrl}" x="${x}" y="${y}" width="${side}" height="${side}"
      ><title>${name}</title></image
    >`;
  }
  return html`<g class="o-${colourOf(feedId)}">
    <title>${name}</title>
    <rect class="tile" x="${x}" y="${y}" width="${side}" height="${side}" rx="5"></rect>
    <text class="glyph" x="${x + side / 2}" y="${y + side / 2 + 4}">${firstLetter(name)}</text>
  </g>`;
}

/** By the end of the id: it begins with the time, so feeds that were added together would all have one colour. */
function colourOf(feedId: string): number {
  return Number.parseInt(feedId.slice(-6), 16) % colourCount;
}

/** Three ticks and the word: how loaded the wording is. Nothing before anybody has read it. */
export function wordingMark({ texts }: Frame, level: WordingLevel | null): Html | null {
  if (level === null) return null;
  return html`<span class="w w${wordingLevels.indexOf(level)}">${ticks}${texts.frame.levels[level]}</span>`;
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
