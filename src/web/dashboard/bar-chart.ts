import { type Html, html } from "../html.ts";

/** One bar: its height, how much of it is bad (drawn over its foot), and what a pointer finds on it. */
export type Bar = { value: number; bad?: number; title?: string };

type BarChart = { bars: Bar[]; label: string; width: number; height: number };

const gapPx = 2;

/** Bars, the last being the newest. No script, coloured by the stylesheet; what they come to is in the label. */
export function barChart({ bars, label, width, height }: BarChart): Html {
  const barPx = (width - gapPx * (bars.length - 1)) / bars.length;
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const drawn = bars.map(({ value, bad = 0, title = "" }, index) => {
    const x = (index * (barPx + gapPx)).toFixed(1);
    const bar = (amount: number, kind: string | false) => {
      // A day without anything is a line, so that its place is seen.
      const px = amount === 0 ? 1 : Math.max(3, (amount / most) * height);
      return html`<rect
        class="${kind}"
        x="${x}"
        y="${(height - px).toFixed(1)}"
        width="${barPx.toFixed(1)}"
        height="${px.toFixed(1)}"
        rx="1"
      >
        <title>${title}</title>
      </rect>`;
    };
    return [bar(value, index === bars.length - 1 && "latest"), bad > 0 && bar(bad, "bad")];
  });
  return html`<svg class="bars" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">${drawn}</svg>`;
}
