import { spawn, spawnSync } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after } from "node:test";
import type pg from "pg";
import { settings } from "../../src/config.ts";
import { openDatabase } from "../../src/database/open-database.ts";
import type { NewFeed } from "../../src/feeds/feed-store.ts";
import { addFeed } from "../../src/feeds/feed-store.ts";
import { loadConfig } from "../../src/load-config.ts";

const program = resolve(import.meta.dirname, "../../bin/plainwire");
const runMsMax = 60_000;

export type Ran = { code: number | null; stdout: string; stderr: string };
export type RunOptions = { env?: Record<string, string>; input?: string; cwd?: string };
export type CommandLine = {
  dataDir: string;
  pool: pg.Pool;
  /** The real program as a process of its own, on the same embedded database. */
  run: (args: string[], options?: RunOptions) => Promise<Ran>;
  /** Its answer as JSON; fails where the command does. */
  json: <Result>(args: string[]) => Promise<Result>;
  freshUrl: () => string;
  /** Of its own address: enabled, polling and due, unless told otherwise. */
  makeFeed: (feed?: Partial<NewFeed>) => Promise<{ id: string; url: string }>;
};

/** One embedded database for a test file, held open by it, so that commands join it and need not start it. */
export async function commandLine(): Promise<CommandLine> {
  const dataDir = await mkdtemp(join(tmpdir(), "plainwire-admin-"));
  // As root the server runs as `postgres`, who must be able to enter.
  await chmod(dataDir, 0o755);
  const { config } = loadConfig({ DATA_DIR: dataDir }, {});
  const db = await openDatabase(config, () => undefined);
  after(async () => {
    await db.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const run = (args: string[], options: RunOptions = {}) =>
    runProgram(args, { ...options, env: { DATA_DIR: dataDir, ...options.env } });
  let count = 0;
  const freshUrl = () => `https://example.org/feed-${(count += 1)}.xml`;
  return {
    dataDir,
    pool: db.worker,
    run,
    freshUrl,
    makeFeed: async (feed = {}) => {
      const url = freshUrl();
      const made = { url, enabled: true, polling: true, enforceFeedDomain: false, ...feed };
      return { id: (await addFeed(db.worker, made, config.fetcherDomainLanes, new Date())).id, url };
    },
    json: async (args) => {
      const { code, stdout, stderr } = await run([...args, "--json"]);
      if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}: ${stderr}`);
      return JSON.parse(stdout);
    },
  };
}

export async function runProgram(args: string[], { env = {}, input, cwd = "/" }: RunOptions = {}): Promise<Ran> {
  const child = spawn(program, args, { env: { ...plainEnvironment(), ...env }, cwd, timeout: runMsMax });
  const [stdout, stderr] = [child.stdout, child.stderr].map((stream) => stream.toArray());
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  const code = await new Promise<number | null>((done) => child.once("exit", done));
  const text = async (chunks: Promise<Buffer[]> | undefined) => Buffer.concat((await chunks) ?? []).toString("utf8");
  return { code, stdout: await text(stdout), stderr: await text(stderr) };
}

export const terminalWidth = 72;
/** Says what is not tested where script(1), which makes a terminal, is not installed. */
export const noTerminal =
  spawnSync("script", ["--version"]).status === 0 ? false : "script(1) is not installed: terminals were not tested";

/** All that a person at a terminal would see. */
export function runInTerminal(command: string, env: Record<string, string>): string {
  return spawnSync("script", ["-qec", `stty cols ${terminalWidth} rows 24; "$PROGRAM" ${command}`, "/dev/null"], {
    encoding: "utf8",
    // By the environment: its path may hold spaces and quotes.
    env: { ...plainEnvironment(), TERM: "xterm", PROGRAM: program, ...env },
    timeout: runMsMax,
  }).stdout;
}

/** None of our settings, whoever runs the tests. */
export function plainEnvironment(): Record<string, string> {
  const ours = new Set(Object.values(settings).map(({ name }) => name));
  const kept = Object.entries(process.env).filter(
    ([name]) => !ours.has(name) && !/^(NO_COLOR|FORCE_COLOR|NODE_TEST|CI$)/.test(name),
  );
  return Object.fromEntries(kept.filter((entry): entry is [string, string] => entry[1] !== undefined));
}
