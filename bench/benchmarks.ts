import { analyse } from "./analyse.ts";
import { api } from "./api.ts";
import { apps } from "./apps.ts";
import type { Benchmark } from "./benchmark.ts";
import { claim } from "./claim.ts";
import { dashboard } from "./dashboard.ts";
import { endToEnd } from "./end-to-end.ts";
import { footprint } from "./footprint.ts";
import { growth } from "./growth.ts";
import { life } from "./life.ts";
import { memory } from "./memory.ts";
import { nextRun } from "./next-run.ts";
import { parse } from "./parse.ts";
import { poll } from "./poll.ts";
import { profile } from "./profile.ts";
import { reading } from "./reading.ts";
import { scale } from "./scale.ts";
import { serveRss } from "./serve-rss.ts";
import { startUp } from "./start-up.ts";

export const benchmarks: Benchmark[] = [
  startUp,
  life,
  poll,
  parse,
  claim,
  nextRun,
  memory,
  footprint,
  serveRss,
  api,
  dashboard,
  reading,
  apps,
  analyse,
  endToEnd,
  scale,
  growth,
  profile,
];
