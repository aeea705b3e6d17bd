import { type Html, html } from "../html.ts";

const widthPx = 240;
const heightPx = 64;
const labelPx = 14;
const gapPx = 2;
/** A step with nothing in it is a line, so that its place is seen. */
const emptyPx = 1;
const leastPx = 3;

/** Counts from 0 to 1 in even steps. Drawn by the server, coloured by the stylesheet; its label says the numbers. */
export function histogram(bins: readonly number[], label: string, hotFrom = bins.length): Html {
  const barPx = (widthPx - gapPx * (bins.length - 1)) / bins.length;
  const most = Math.max(1, ...bins);
  const base = heightPx - labelPx;
  const heightOf = (count: number) => (count === 0 ? emptyPx : Math.max(leastPx, (count / most) * base));
  return html`<svg class="histogram" viewBox="0 0 ${widthPx} ${heightPx}" role="img" aria-label="${label}">
    ${bins.map((count, step) => {
      const px = heightOf(count);
      const x = step * (barPx + gapPx);
      return html`<rect
        class="${step >= hotFrom && count > 0 && "hot"}"
        x="${x.toFixed(1)}"
        y="${(base - px).toFixed(1)}"
        width="${barPx.toFixed(1)}"
        height="${px.toFixed(1)}"
        rx="1"
      >
        <title>${(step / bins.length).toFixed(1)}–${((step + 1) / bins.length).toFixed(1)}: ${count}</title>
      </rect>`;
    })}
    <text x="0" y="${heightPx - 2}">0</text>
    <text x="${widthPx}" y="${heightPx - 2}" text-anchor="end">1</text>
  </svg>`;
}
