import type { Row } from "./compare-policies.ts";
import { policyNames } from "./compare-policies.ts";
import { minuteMs } from "./publisher.ts";

const days = 30;
const columns = 4;
const panel = { width: 220, height: 170, left: 44, top: 28, right: 12, bottom: 26 };
const legendHeight = 86;
const legendColumns = 4;
const footHeight = 26;
// Distinguished by shape as well as by colour.
export const marks = [
  { colour: "#0b6e4f", shape: (x: number, y: number) => `<circle cx="${x}" cy="${y}" r="6"/>` },
  { colour: "#5fae8c", shape: (x: number, y: number) => `<circle cx="${x}" cy="${y}" r="4"/>` },
  { colour: "#8a8a8a", shape: (x: number, y: number) => `<rect x="${x - 4}" y="${y - 4}" width="8" height="8"/>` },
  { colour: "#b5651d", shape: (x: number, y: number) => `<path d="M${x} ${y - 5}l5 9h-10z"/>` },
  { colour: "#1f5fa8", shape: (x: number, y: number) => `<path d="M${x} ${y - 6}l6 6l-6 6l-6 -6z"/>` },
  { colour: "#a3263f", shape: (x: number, y: number) => `<path d="M${x} ${y + 5}l5 -9h-10z"/>` },
  { colour: "#6b4fa0", shape: (x: number, y: number) => `<path d="M${x - 5} ${y - 2}h3v-3h4v3h3v4h-3v3h-4v-3h-3z"/>` },
];
const xAxis = { min: 0.8, max: 400, ticks: [1, 10, 100] };
const yAxis = { min: 2, max: 2000, ticks: [5, 60, 1440], names: ["5 min", "1 h", "1 d"] };

/** One panel per kind of feed, both axes logarithmic: the nearer to the lower left, the better. */
export function buildComparisonPicture(rows: Row[]): string {
  const groups = [...Map.groupBy(rows, ({ group }) => group)].filter(([, all]) =>
    all.some((row) => row.medianMs !== null),
  );
  const width = columns * panel.width;
  const height = legendHeight + Math.ceil(groups.length / columns) * panel.height + footHeight;
  const panels = groups.map(([group, all], index) => {
    const x = (index % columns) * panel.width;
    const y = legendHeight + Math.floor(index / columns) * panel.height;
    return `<g transform="translate(${x} ${y})">${drawPanel(group, all)}</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="11" fill="#222">
<rect width="${width}" height="${height}" fill="#fff"/>
<text x="12" y="20" font-size="14" font-weight="bold">Requests and delay under seven policies, 30 days</text>
${drawLegend()}
${panels.join("\n")}
<text x="${width / 2}" y="${height - 9}" text-anchor="middle">across: requests per feed and day; up: median delay from publication to fetch; both logarithmic, lower left is better</text>
</svg>
`;
}

function drawLegend(): string {
  return policyNames
    .map((name, index) => {
      const x = 20 + (index % legendColumns) * 200;
      const y = 42 + Math.floor(index / legendColumns) * 22;
      return `${drawMark(index, x, y)}<text x="${x + 12}" y="${y + 4}">${name}</text>`;
    })
    .join("\n");
}

function drawPanel(group: string, rows: Row[]): string {
  const frame = {
    width: panel.width - panel.left - panel.right,
    height: panel.height - panel.top - panel.bottom,
  };
  const xTicks = xAxis.ticks.map((tick) => {
    const x = xOf(tick);
    return `<path d="M${x} ${panel.top}v${frame.height}" stroke="#e4e4e4"/><text x="${x}" y="${panel.height - 12}" text-anchor="middle" fill="#666">${tick}</text>`;
  });
  const yTicks = yAxis.ticks.map((tick, index) => {
    const y = yOf(tick);
    return `<path d="M${panel.left} ${y}h${frame.width}" stroke="#e4e4e4"/><text x="${panel.left - 5}" y="${y + 4}" text-anchor="end" fill="#666">${yAxis.names[index] ?? ""}</text>`;
  });
  // Ours last, on top of the others.
  const points = rows.toReversed().map(({ policy, medianMs, requests, feeds }) => {
    if (medianMs === null) return "";
    return drawMark(policyNames.indexOf(policy), xOf(requests / feeds / days), yOf(medianMs / minuteMs));
  });
  return [
    `<text x="${panel.left}" y="${panel.top - 8}" font-weight="bold">${group}</text>`,
    ...xTicks,
    ...yTicks,
    `<rect x="${panel.left}" y="${panel.top}" width="${frame.width}" height="${frame.height}" fill="none" stroke="#999"/>`,
    ...points,
  ].join("\n");
}

function drawMark(policy: number, x: number, y: number): string {
  const mark = marks[policy];
  return mark === undefined ? "" : `<g fill="${mark.colour}" fill-opacity="0.85">${mark.shape(x, y)}</g>`;
}

function xOf(value: number): number {
  const share = Math.log(value / xAxis.min) / Math.log(xAxis.max / xAxis.min);
  return Math.round(panel.left + share * (panel.width - panel.left - panel.right));
}

function yOf(value: number): number {
  const share = Math.log(value / yAxis.min) / Math.log(yAxis.max / yAxis.min);
  return Math.round(panel.height - panel.bottom - share * (panel.height - panel.top - panel.bottom));
}
