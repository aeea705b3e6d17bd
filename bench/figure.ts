/** One line of bench/results.md. `reach` is what the design aims at, in words. */
export type Figure = { name: string; value: number; unit: string; reach: string };

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export function tableOf(figures: Figure[]): string {
  const rows = figures.map(({ name, value, unit, reach }) => `| ${name} | ${round(value)} | ${unit} | ${reach} |`);
  return ["| what | measured | unit | aim |", "|---|---|---|---|", ...rows].join("\n");
}

function round(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
