import { cpus } from "node:os";
import { dashboard } from "./dashboard.ts";
import type { Figure } from "./figure.ts";
import { tableOf } from "./figure.ts";
import { poll } from "./poll.ts";
import { reading } from "./reading.ts";
import { serveRss } from "./serve-rss.ts";
import { startUp } from "./start-up.ts";

const benchmarks: Record<string, () => Promise<Figure[]>> = {
  "start-up": startUp,
  poll,
  "serve-rss": serveRss,
  dashboard,
  reading,
};

const asked = process.argv.slice(2).filter((word) => !word.startsWith("-"));
const unknown = asked.filter((name) => !(name in benchmarks));
if (unknown.length > 0) {
  console.error(`No such benchmark: ${unknown.join(", ")}. There are: ${Object.keys(benchmarks).join(", ")}.`);
  process.exit(2);
}

console.log(
  `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? "?"}\n`,
);
for (const [name, measure] of Object.entries(benchmarks)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const figures = await measure();
  console.log(
    process.argv.includes("--json") ? JSON.stringify({ name, figures }) : `## ${name}\n\n${tableOf(figures)}\n`,
  );
}
