import { loadedFrom } from "../../items/plainness.ts";
import type { SourceWeek, Spread } from "../../items/source-store.ts";
import { longDay } from "../kit/dates.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";

const width = 500;
const height = 28;
const inset = 8;
const gridSteps = [0, 0.25, 0.5, 0.75, 1];

/** A score as people read it on these pages: from 0 to 10, with one decimal. */
export function inTenths({ locale }: Pick<Frame, "locale">, score: number): string {
  const known = tenths.get(locale) ?? new Intl.NumberFormat(locale, oneDecimal);
  tenths.set(locale, known);
  return known.format(score * 10);
}

// Creating one takes as long as writing fifty numbers, and a page writes two hundred.
const tenths = new Map<string, Intl.NumberFormat>();
const oneDecimal = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

/** Every shape is a line with a stroke that does not scale, so that the dot stays round at any width. */
export function spreadFigure(frame: Frame, { low, lower, median, upper, high }: Spread, isHot: boolean): Html {
  const label = frame.texts.sources.figure(inTenths(frame, median), inTenths(frame, lower), inTenths(frame, upper));
  return html`<svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img" aria-label="${label}">
    ${gridSteps.map((step) => html`<line class="gl" x1="${x(step)}" x2="${x(step)}" y1="0" y2="${height}"></line>`)}
    ${bar("wh", low, high)} ${bar("bx", lower, upper)}
    ${isHot ? [bar("edge", median, median), bar("hot", median, median)] : bar("dt", median, median)}
  </svg>`;
}

function bar(kind: string, from: number, to: number): Html {
  // A line of no length is not drawn, not even with round ends.
  const end = Math.max(x(to), x(from) + 0.01);
  return html`<line class="${kind}" x1="${x(from)}" x2="${end}" y1="${height / 2}" y2="${height / 2}"></line>`;
}

function x(score: number): number {
  return Math.round((inset + score * (width - 2 * inset)) * 100) / 100;
}

const bars = { step: 14, side: 12, top: 4, floor: 38 };

/** How many of an outlet's reports score how much. A path for the plain bars and one for the loaded: a page has fifty of these. */
export function histogram(label: string, tenths: readonly number[], axis: { low: string; high: string }): Html {
  const most = Math.max(1, ...tenths);
  const draw = (isHot: boolean) =>
    tenths
      .flatMap((count, place) => {
        // An empty place keeps a thin line, in grey: yellow would say that something is loaded.
        if ((count > 0 && place / 10 >= loadedFrom) !== isHot) return [];
        const px = Math.max(1, round((count / most) * (bars.floor - bars.top)));
        return [`M${place * bars.step + 1} ${bars.floor}v-${px}h${bars.side}v${px}z`];
      })
      .join("");
  const end = tenths.length * bars.step;
  return html`<svg viewBox="0 0 ${end} 50" role="img" aria-label="${label}">
    <path d="${draw(false)}"></path>
    <path class="hot" d="${draw(true)}"></path>
    <line x1="0" x2="${end}" y1="${bars.floor + 0.5}" y2="${bars.floor + 0.5}"></line>
    <text x="1" y="48">${axis.low}</text>
    <text x="${end - 1}" y="48" text-anchor="end">${axis.high}</text>
  </svg>`;
}

const trend = { left: 30, right: 756, top: 15, bottom: 190 };

/** A source over its weeks: a line for its typical report, a band for half of them. */
export function trendFigure(frame: Frame, name: string, weeks: readonly SourceWeek[]): Html {
  const texts = frame.texts.sources;
  const medians = weeks.map(({ spread }) => spread.median);
  const last = medians.at(-1) ?? 0;
  const label = texts.trend(name, inTenths(frame, Math.min(...medians)), inTenths(frame, Math.max(...medians)));
  const xOf = (place: number) =>
    round(trend.left + (place * (trend.right - trend.left)) / Math.max(1, weeks.length - 1));
  const path = (scores: readonly number[]) => scores.map((score, place) => `${xOf(place)} ${yOf(score)}`);
  const band = [
    ...path(weeks.map(({ spread }) => spread.upper)),
    ...path(weeks.map(({ spread }) => spread.lower)).toReversed(),
  ];
  const end = xOf(weeks.length - 1);
  return html`<svg class="trend" viewBox="0 0 830 222" role="img" aria-label="${label}">
    ${[0, 0.5, 1].map(
      (score) =>
        html`<line class="gl" x1="${trend.left}" x2="760" y1="${yOf(score)}" y2="${yOf(score)}"></line>
          <text x="20" y="${yOf(score) + 4}" text-anchor="end">${score * 10}</text>`,
    )}
    <path class="bandp" d="M${band.join(" L")} Z"></path>
    <path class="ln" d="M${path(medians).join(" L")}"></path>
    <circle cx="${end}" cy="${yOf(last)}" r="4"></circle>
    <text class="lab" x="${end + 12}" y="${yOf(last) + 4}">${inTenths(frame, last)}</text>
    <text x="${trend.left}" y="214">${weeks[0] !== undefined && longDay(frame, weeks[0].from)}</text>
    <text x="${trend.right}" y="214" text-anchor="middle">${texts.now}</text>
  </svg>`;
}

function yOf(score: number): number {
  return round(trend.bottom - score * (trend.bottom - trend.top));
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
