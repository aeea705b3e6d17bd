import { spawn, spawnSync } from "node:child_process";
import { resolve } from "node:path";
import type pg from "pg";
import { settings } from "../../src/config.ts";
import type { Connection } from "../../src/database/connection.ts";
import { addFeed, type NewFeed } from "../../src/feeds/add-feeds-store.ts";
import { onDatabase } from "../faults/fault-world.ts";
import { temporaryFolder } from "../ground/plainwire-process.ts";
import type { CommandOptions, Ran } from "../ground/run-command.ts";
import { runCommand, terminalWidth } from "../ground/run-command.ts";
import { testDatabase } from "../ground/test-database.ts";

const program = resolve(import.meta.dirname, "../../bin/plainwire");
const runMsMax = 60_000;

export type CommandLine = {
  /** A folder for the test's own files. */
  folder: string;
  /** The environment that leads a command to this database. */
  env: Record<string, string>;
  pool: pg.Pool;
  connection: Connection;
  /** As superuser, who sees every session. */
  admin: pg.Pool;
  /** A command in this process, on this database. */
  run: (args: string[], options?: CommandOptions) => Promise<Ran>;
  /** Its answer as JSON; fails if the command fails. */
  json: <Result>(args: string[]) => Promise<Result>;
  freshUrl: () => string;
  /** With its own address: enabled, polling and due, unless told otherwise. */
  createFeed: (feed?: Partial<NewFeed>) => Promise<{ id: string; url: string }>;
};

/** A separate database for a test file, and the command line on it. */
export async function commandLine(): Promise<CommandLine> {
  const database = await testDatabase();
  const folder = await temporaryFolder();
  const env = { ...onDatabase(database), DATA_DIR: folder };
  const run = (args: string[], options: CommandOptions = {}) =>
    runCommand(args, { ...options, env: { ...env, ...options.env } });
  let count = 0;
  const freshUrl = () => `https://example.org/feed-${(count += 1)}.xml`;
  return {
    folder,
    env,
    pool: database.worker,
    connection: database.connection,
    admin: database.admin,
    run,
    freshUrl,
    createFeed: async (feed = {}) => {
      const url = freshUrl();
      const created = { url, enabled: true, polling: true, enforceFeedDomain: false, ...feed };
      return { id: (await addFeed(database.worker, created, 4, new Date())).id, url };
    },
    json: async (args) => {
      const { code, stdout, stderr } = await run([...args, "--json"]);
      if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}: ${stderr}`);
      return JSON.parse(stdout);
    },
  };
}

/** The real program as a separate process. */
export async function runProgram(
  args: string[],
  { env = {}, input, cwd = "/" }: CommandOptions = {},
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(program, args, { env: { ...plainEnvironment(), ...env }, cwd, timeout: runMsMax });
  const [stdout, stderr] = [child.stdout, child.stderr].map((stream) => stream.toArray());
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  const code = await new Promise<number | null>((done) => child.once("exit", done));
  const text = async (chunks: Promise<Buffer[]> | undefined) => Buffer.concat((await chunks) ?? []).toString("utf8");
  return { code, stdout: await text(stdout), stderr: await text(stderr) };
}

/** The reason to skip tests of a real terminal where script(1), which creates one, is not installed. */
export const noTerminal =
  spawnSync("script", ["--version"]).status === 0 ? false : "script(1) is not installed: terminals were not tested";

/** Everything a person at a terminal would see. */
export function runInTerminal(command: string, env: Record<string, string>): string {
  return spawnSync("script", ["-qec", `stty cols ${terminalWidth} rows 24; "$PROGRAM" ${command}`, "/dev/null"], {
    encoding: "utf8",
    // Through the environment: its path may contain spaces and quotes.
    env: { ...plainEnvironment(), TERM: "xterm", PROGRAM: program, ...env },
    timeout: runMsMax,
  }).stdout;
}

/** None of our settings, regardless of who runs the tests. */
export function plainEnvironment(): Record<string, string> {
  const ours = new Set(Object.values(settings).map(({ name }) => name));
  const kept = Object.entries(process.env).filter(
    ([name]) => !ours.has(name) && !/^(NO_COLOR|FORCE_COLOR|NODE_TEST|CI$)/.test(name),
  );
  return Object.fromEntries(kept.filter((entry): entry is [string, string] => entry[1] !== undefined));
}
