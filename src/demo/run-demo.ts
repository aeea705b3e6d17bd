import { setTimeout as sleep } from "node:timers/promises";
import { writeExtract } from "../briefs/write-brief.ts";
import type { Config } from "../config.ts";
import { createDatabaseClock, type OpenDatabase, openDatabase } from "../database/open-database.ts";
import { type EmbeddedHome, prepareEmbeddedHome } from "../database/embedded-home.ts";
import { postmasterPid } from "../database/recover-postmaster.ts";
import { inTransaction } from "../database/transaction.ts";
import { type ProcessHooks, runRoles } from "../run-roles.ts";
import { startWebServer } from "../web/serve.ts";
import { demoConfig } from "./demo-config.ts";
import {
  demoFolderOf,
  readOrigins,
  refuseSecondDemo,
  removeDemoFolder,
  saveAddress,
  saveOrigins,
} from "./demo-folder.ts";
import { countWorkLeft, demoAccount, feedUrlOf, seedDemo, type WorkLeft } from "./demo-store.ts";
import { type Newsroom, openNewsroom, type OpenOutlet } from "./newsroom.ts";

type DemoOptions = { port: number; isFresh: boolean; hooks: ProcessHooks };

/** Runs everything on a local newsroom until a signal arrives. */
export async function runDemo(given: Config, { port, isFresh, hooks }: DemoOptions): Promise<void> {
  const startedMs = performance.now();
  const dataDir = demoFolderOf(given.dataDir);
  await refuseSecondDemo(dataDir);
  if (isFresh) await removeDemoFolder(dataDir);
  await refuseTakenPort(port);
  // Reports a problem with the folder at once.
  const home = prepareEmbeddedHome(dataDir);
  // Written early, so that the folder is known as a demo's even if the first start is killed here.
  saveOrigins(dataDir, readOrigins(dataDir));
  const newsroom = await openNewsroom(readOrigins(dataDir), () => new Date());
  const origins = newsroom.outlets.map(({ origin }) => origin);
  const config = demoConfig(given, { dataDir, port, origins });
  try {
    saveOrigins(dataDir, origins);
    saveAddress(dataDir, `http://${config.host}:${config.port}`);
    await runShow({ config, home, newsroom, hooks, startedMs });
  } finally {
    newsroom.close();
  }
}

/** Checked before anything starts. Otherwise a port in use would be reported only after the clean stop. */
async function refuseTakenPort(port: number): Promise<void> {
  const app = { fetch: () => new Response() };
  const probe = await startWebServer({ app, host: "127.0.0.1", port, log: { error: () => undefined } });
  await probe.stop(0);
}

type Show = {
  config: Config;
  home: EmbeddedHome;
  newsroom: Newsroom;
  hooks: ProcessHooks;
  startedMs: number;
};

async function runShow(parts: Show): Promise<void> {
  const stopping = new AbortController();
  // Starts first, because it handles the signals. An unexpected failure of `show` ends the process like any other.
  const running = runRoles(["web", "worker"], parts.config, parts.hooks);
  const showing = show(parts, stopping.signal);
  try {
    await running;
  } finally {
    stopping.abort();
    await showing;
  }
}

/** Fills the database, waits until the first items are published (their pages follow), and prints where to look. */
async function show({ config, home, newsroom, hooks, startedMs }: Show, signal: AbortSignal): Promise<void> {
  const say = (text: string) => hooks.out.write(text);
  say(`A newsroom with ${newsroom.outlets.length} feeds is running on this machine. Nothing leaves it.\n`);
  await awaitServer(home, signal);
  if (signal.aborted) return;
  const db = await openDatabase(config, (sentence) => say(`${sentence}\n`));
  try {
    // The roles may have failed by now, and this call may have started the database again.
    if (signal.aborted) return;
    const clock = createDatabaseClock(db.worker);
    await clock.correct();
    const since = clock.now();
    const personId = await seedDemo(db, newsroom.outlets, config, since);
    const left = await awaitWork(db, since, signal);
    if (signal.aborted) return;
    await writeExtract({ now: clock.now, inPerson: (_, work) => inTransaction(db.worker, work) }, personId);
    say(greet({ config, outlets: newsroom.outlets, left, tookMs: performance.now() - startedMs }));
  } finally {
    await db.close();
  }
}

/** Waits until the roles start the database: if two create one at once, seconds of work are done twice. */
async function awaitServer(home: EmbeddedHome, signal: AbortSignal): Promise<void> {
  while (postmasterPid(home) === null && !signal.aborted) await pause(signal);
}

const lookEveryMs = 200;
const waitMsMax = 60_000;

async function awaitWork({ worker }: OpenDatabase, since: Date, signal: AbortSignal): Promise<WorkLeft> {
  const deadline = performance.now() + waitMsMax;
  for (;;) {
    const left = await countWorkLeft(worker, since);
    const isDone = left.feeds + left.items + left.stories === 0;
    if (isDone || signal.aborted || performance.now() > deadline) return left;
    await pause(signal);
  }
}

async function pause(signal: AbortSignal): Promise<void> {
  await sleep(lookEveryMs, undefined, { signal }).catch(() => undefined);
}

type Ready = { config: Config; outlets: readonly OpenOutlet[]; left: WorkLeft; tookMs: number };

/** What a person needs to get started. */
function greet({ config, outlets, left, tookMs }: Ready): string {
  const origin = `http://${config.host}:${config.port}`;
  const [first] = outlets;
  const rss = first === undefined ? "" : `${origin}/rss?url=${encodeURIComponent(feedUrlOf(first))}`;
  return `
Ready after ${(tookMs / 1_000).toFixed(1)} s${left.pages > 0 ? `; ${left.pages} item pages are still being read` : ""}.

  Read      ${origin}/items
  Feeds     ${origin}/feeds
  Log in    ${demoAccount.email}
  Password  ${demoAccount.password}

  Clean RSS     ${rss}
  As published  ${first?.origin}/
  Command line  DATABASE_URL= DATA_DIR='${config.dataDir}' FETCH_ALLOW_NETWORKS=127.0.0.0/8 bin/plainwire feed list

A new item arrives every minute. Ctrl-C stops everything. Start with --fresh to begin from scratch.
`;
}
