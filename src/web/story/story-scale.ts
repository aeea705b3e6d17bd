import { loadedFrom, wordingLevel } from "../../items/plainness.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { type Outlet, outletTile } from "../kit/outlet.ts";

/** An outlet's report, and how loaded it is, 0 to 1. */
export type PlacedOutlet = Outlet & { overall: number };

const width = 800;
const tile = 22;
const edge = tile / 2;

/** Where each outlet stands between plain and heavy. Those that would cover each other are stacked. */
export function storyScale({ texts: { frame, story: texts } }: Frame, outlets: readonly PlacedOutlet[]): Html | null {
  if (outlets.length < 2) return null;
  const placed = stack(outlets);
  const floor = tile * (1 + Math.max(...placed.map(({ level }) => level)));
  const label = ({ name, overall }: PlacedOutlet) => `${name}: ${frame.levels[wordingLevel(overall) ?? "plain"]}`;
  const loadedX = xOf(loadedFrom);
  return html`<svg
    class="scale from-48"
    viewBox="0 0 ${width} ${floor + 30}"
    role="img"
    aria-label="${texts.scale(placed.map(({ outlet }) => label(outlet)))}"
  >
    <rect class="swash" x="${loadedX}" y="${floor - 3}" width="${width - loadedX}" height="9"></rect>
    <line class="rule" x1="0" x2="${width}" y1="${floor + 1.5}" y2="${floor + 1.5}"></line>
    ${placed.map(({ outlet, x, level }) => outletTile(outlet, { x: x - edge, y: floor - tile * (level + 1), side: tile }))}
    <text x="0" y="${floor + 24}">${frame.levels.plain}</text>
    <text x="${loadedX}" y="${floor + 24}" text-anchor="middle">${texts.loadedFromHere}</text>
    <text x="${width}" y="${floor + 24}" text-anchor="end">${frame.levels.heavy}</text>
  </svg>`;
}

function xOf(overall: number): number {
  return Math.round((edge + overall * (width - tile)) * 10) / 10;
}

type Placed = { outlet: PlacedOutlet; x: number; level: number };

function stack(outlets: readonly PlacedOutlet[]): Placed[] {
  const placed: Placed[] = [];
  for (const outlet of outlets.toSorted((a, b) => a.overall - b.overall)) {
    const x = xOf(outlet.overall);
    const taken = new Set(placed.filter((other) => Math.abs(other.x - x) < tile + 1).map(({ level }) => level));
    let level = 0;
    while (taken.has(level)) level += 1;
    placed.push({ outlet, x, level });
  }
  return placed;
}
