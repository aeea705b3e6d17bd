export type Aim = { atMost: number } | { atLeast: number };

/** One row of bench/results.md. `how` says where the number comes from. */
export type Figure = { name: string; value: number; unit: string; aim: Aim | null; how: string };

export function isReached({ value, aim }: Figure): boolean {
  if (aim === null) return true;
  return "atMost" in aim ? value <= aim.atMost : value >= aim.atLeast;
}

export function tableOf(figures: Figure[]): string {
  const rows = figures.map((figure) => {
    const { name, value, unit, how } = figure;
    return `| ${name} | ${round(value)} | ${unit} | ${describeAim(figure)} | ${how} |`;
  });
  return ["| what | measured | unit | aim | how |", "|---|---|---|---|---|", ...rows].join("\n");
}

function describeAim(figure: Figure): string {
  const { aim } = figure;
  if (aim === null) return "";
  const limit = "atMost" in aim ? `≤ ${aim.atMost}` : `≥ ${aim.atLeast}`;
  return isReached(figure) ? limit : `${limit}, **missed**`;
}

function round(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
