import { marks } from "./build-comparison-picture.ts";
import { factors, ours, type Row } from "./compare-policies.ts";
import { minuteMs } from "./publisher.ts";

const days = 30;
const width = 880;
const height = 470;
const panel = { width: 440, height: 360, left: 56, top: 96, right: 14, bottom: 40 };
const xAxis = { min: 2.4, max: 90, ticks: [3, 6, 12, 24, 48] };
const policies = [
  ours,
  factors,
  "fixed interval",
  "Miniflux round robin",
  "Miniflux entry frequency",
  "CommaFeed",
  "FreshRSS",
];

type Measure = {
  title: string;
  of: (row: Row) => number | null;
  min: number;
  max: number;
  ticks: [minutes: number, name: string][];
};
const measures: Measure[] = [
  {
    title: "mean delay of an item",
    of: ({ meanMs }) => meanMs,
    min: 6,
    max: 300,
    ticks: [
      [10, "10 min"],
      [30, "30 min"],
      [60, "1 h"],
      [240, "4 h"],
    ],
  },
  {
    title: "mean delay of the median feed",
    of: ({ feedMs }) => feedMs,
    min: 6,
    max: 900,
    ticks: [
      [10, "10 min"],
      [60, "1 h"],
      [240, "4 h"],
      [720, "12 h"],
    ],
  },
];

/** What each policy can reach: a line through its settings, requests across and delay up, both logarithmic. */
export function buildFrontierPicture(rows: Row[]): string {
  const legend = policies.map((policy, index) => {
    const [x, y] = [20 + (index % 4) * 205, 44 + Math.floor(index / 4) * 20];
    return `${drawMark(policy, x, y)}<text x="${x + 12}" y="${y + 4}">${policy}</text>`;
  });
  const panels = measures.map(
    (measure, index) => `<g transform="translate(${index * panel.width} 0)">${drawPanel(measure, rows)}</g>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="11" fill="#222">
<rect width="${width}" height="${height}" fill="#fff"/>
<text x="12" y="20" font-size="14" font-weight="bold">What each policy can reach on a hundred feeds in 30 days</text>
${legend.join("\n")}
${panels.join("\n")}
<text x="${width / 2}" y="${height - 8}" text-anchor="middle">across: requests per feed and day; both logarithmic, lower left is better; numbers at our line: c</text>
</svg>
`;
}

function drawPanel(measure: Measure, rows: Row[]): string {
  const place = (row: Row): [x: number, y: number] => [
    xOf(row.requests / row.feeds / days),
    yOf(measure, (measure.of(row) ?? 0) / minuteMs),
  ];
  const bottom = panel.top + panel.height - panel.bottom;
  const xTicks = xAxis.ticks.map(
    (tick) =>
      `<path d="M${xOf(tick)} ${panel.top}V${bottom}" stroke="#e4e4e4"/><text x="${xOf(tick)}" y="${bottom + 14}" text-anchor="middle" fill="#666">${tick}</text>`,
  );
  const yTicks = measure.ticks.map(
    ([minutes, name]) =>
      `<path d="M${panel.left} ${yOf(measure, minutes)}H${panel.width - panel.right}" stroke="#e4e4e4"/><text x="${panel.left - 5}" y="${yOf(measure, minutes) + 4}" text-anchor="end" fill="#666">${name}</text>`,
  );
  // Ours last, on top of the others.
  const lines = policies.toReversed().map((policy) => {
    const own = rows.filter((row) => row.policy === policy);
    const points = own.map(place);
    const labels = own.map((row, index) => {
      const [x, y] = points[index] ?? [0, 0];
      return policy === ours
        ? `<text x="${x + 8}" y="${y - 6}" font-size="9">${row.group.replace("c = ", "")}</text>`
        : "";
    });
    return [
      `<path d="M${points.map((point) => point.join(" ")).join("L")}" fill="none" stroke="${colourOf(policy)}" stroke-opacity="0.6"/>`,
      ...points.map(([x, y]) => drawMark(policy, x, y)),
      ...labels,
    ].join("");
  });
  return [
    `<text x="${panel.left}" y="${panel.top - 8}" font-weight="bold">${measure.title}</text>`,
    ...xTicks,
    ...yTicks,
    `<rect x="${panel.left}" y="${panel.top}" width="${panel.width - panel.left - panel.right}" height="${bottom - panel.top}" fill="none" stroke="#999"/>`,
    ...lines,
  ].join("\n");
}

function colourOf(policy: string): string {
  return marks[policies.indexOf(policy)]?.colour ?? "#222";
}

function drawMark(policy: string, x: number, y: number): string {
  return `<g fill="${colourOf(policy)}" fill-opacity="0.85">${marks[policies.indexOf(policy)]?.shape(x, y) ?? ""}</g>`;
}

function xOf(value: number): number {
  const share = Math.log(value / xAxis.min) / Math.log(xAxis.max / xAxis.min);
  return Math.round(panel.left + share * (panel.width - panel.left - panel.right));
}

function yOf({ min, max }: Measure, minutes: number): number {
  const bottom = panel.top + panel.height - panel.bottom;
  return Math.round(bottom - (Math.log(minutes / min) / Math.log(max / min)) * (bottom - panel.top));
}
