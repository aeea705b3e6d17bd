import { type Html, html } from "./html.ts";

/** One bar: its value, how much of it is bad (drawn over its foot), and its tooltip. */
type Bar = { value: number; bad?: number; title?: string };

type BarChart = { bars: Bar[]; label: string; width: number; height: number };

const gapPx = 2;

/** A bar chart, the newest bar last. No script, coloured by the stylesheet. The label sums it up. */
export function barChart({ bars, label, width, height }: BarChart): Html {
  const barPx = (width - gapPx * (bars.length - 1)) / bars.length;
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const drawn = bars.map(({ value, bad = 0, title = "" }, index) => {
    const x = (index * (barPx + gapPx)).toFixed(1);
    const bar = (amount: number, kind: string | false) => {
      // An empty day is a thin line, so that its place stays visible.
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
  // Under its caption: in a wide place the browser would centre it.
  return html`<svg
    class="bars"
    viewBox="0 0 ${width} ${height}"
    preserveAspectRatio="xMinYMid meet"
    role="img"
    aria-label="${label}"
  >
    ${drawn}
  </svg>`;
}

const width = 128;
const height = 32;

/** A bar chart with its caption, which is also its label. */
export function figure(caption: string, bars: Bar[]): Html {
  return html`<figure class="health">
    <figcaption>${caption}</figcaption>
    ${barChart({ bars, label: caption, width: 320, height: 48 })}
  </figure>`;
}

/** Small bars in a line of text, the newest last. Only two paths, because a page has twenty of these. */
export function spark(values: number[], label: string): Html {
  const barPx = (width - gapPx * (values.length - 1)) / values.length;
  const most = Math.max(1, ...values);
  const bars = values.map((value, index) => {
    // An empty day is a thin line, so that its place stays visible.
    const px = value === 0 ? 1 : Math.max(3, Math.round((value / most) * height));
    return `M${(index * (barPx + gapPx)).toFixed(1)} ${height}v-${px}h${barPx.toFixed(1)}v${px}z`;
  });
  return html`<svg class="bars" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">
    <path d="${bars.slice(0, -1).join("")}"></path>
    <path class="latest" d="${bars.at(-1)}"></path>
  </svg>`;
}
