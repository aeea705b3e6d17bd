import type { Config } from "../config.ts";
import type { WorkLeft } from "./demo-store.ts";
import { demoAccount, feedUrlOf } from "./seed-demo.ts";
import type { OpenOutlet } from "./newsroom.ts";

type Ready = { config: Config; outlets: readonly OpenOutlet[]; left: WorkLeft; tookMs: number };

/** What a person needs to get started. */
export function greet({ config, outlets, left, tookMs }: Ready): string {
  const origin = `http://${config.host}:${config.port}`;
  const [first] = outlets;
  const rss = first === undefined ? "" : `${origin}/rss?url=${encodeURIComponent(feedUrlOf(first))}`;
  return `
Ready after ${(tookMs / 1_000).toFixed(1)} s${left.pages > 0 ? `; ${left.pages} item pages are still being read` : ""}.

  Read      ${origin}/items
  Feeds     ${origin}/dashboard
  Log in    ${demoAccount.email}
  Password  ${demoAccount.password}

  Clean RSS     ${rss}
  As published  ${first?.origin}/
  Command line  DATABASE_URL= DATA_DIR='${config.dataDir}' FETCH_ALLOW_NETWORKS=127.0.0.0/8 bin/plainwire feed list

A new item arrives every minute. Ctrl-C stops everything. Start with --fresh to begin from scratch.
`;
}
