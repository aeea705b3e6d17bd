import { type Html, html } from "../html.ts";

const width = 128;
const height = 32;
const gapPx = 2;

/** Bars in a line of text, the last being the newest; all in two paths, for there are twenty of these on a page. */
export function spark(values: number[], label: string): Html {
  const barPx = (width - gapPx * (values.length - 1)) / values.length;
  const most = Math.max(1, ...values);
  const bars = values.map((value, index) => {
    // A day without anything is a line, so that its place is seen.
    const px = value === 0 ? 1 : Math.max(3, Math.round((value / most) * height));
    return `M${(index * (barPx + gapPx)).toFixed(1)} ${height}v-${px}h${barPx.toFixed(1)}v${px}z`;
  });
  return html`<svg class="bars" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">
    <path d="${bars.slice(0, -1).join("")}"></path>
    <path class="latest" d="${bars.at(-1)}"></path>
  </svg>`;
}
