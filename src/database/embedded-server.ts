import { spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { Refusal } from "../refusal.ts";
import { type EmbeddedHome, prepareEmbeddedHome } from "./embedded-home.ts";
import { childOptions, runProgram } from "./server-user.ts";
import { superuser } from "./connection.ts";
import { prepareCluster } from "./prepare-cluster.ts";
import { isAlive, postmasterPid, recoverPostmaster } from "./recover-postmaster.ts";

/** Our share in the server of a DATA_DIR: it runs as long as one process has a share, and stops with the last. */
export type EmbeddedServer = { socket: string; leave: () => Promise<void> };
type Say = (sentence: string) => void;

// The share is a shared advisory lock on a connection of its own: the kernel drops it with the process,
// so a kill -9 leaves nothing to clean up, unlike any pid file.
const shareKey = 7_246_001;
const joinMsMax = 60_000;
// A server that was stopped (SIGSTOP), or whose disk hangs, lets us connect and says nothing.
const connectMsMax = 5_000;
const retryMs = 50;
// A start that loses a race fails as well, so a single failure says nothing.
const startsMax = 20;
const endMsMax = 5_000;

export async function joinEmbeddedServer(dataDir: string, say: Say): Promise<EmbeddedServer> {
  const home = prepareEmbeddedHome(dataDir);
  for (const remark of home.remarks) say(remark);
  const leaving = new AbortController();
  let joining = takeShare(home, say, leaving.signal);

  // The postmaster died under us: the first process that notices starts it again; pools reconnect by themselves.
  const watch = (client: pg.Client): pg.Client =>
    client.once("end", () => {
      if (!leaving.signal.aborted) joining = retake(home, say, leaving.signal).then(watch);
    });
  watch(await joining);

  return {
    socket: home.socket,
    leave: async () => {
      leaving.abort();
      // We leave while a new share is being taken: somebody must still check whether the server has any user left.
      const share = await joining.catch(() =>
        connect(home).then((attempt) => (attempt.kind === "connected" ? attempt.client : null)),
      );
      if (share !== null) await release(share, home);
    },
  };
}

async function retake(home: EmbeddedHome, say: Say, leaving: AbortSignal): Promise<pg.Client> {
  for (;;) {
    try {
      return await takeShare(home, say, leaving);
    } catch (error) {
      if (leaving.aborted) throw error;
      say(`The embedded database does not start again, next try in a second. ${String(error)}`);
      await sleep(1_000);
    }
  }
}

async function takeShare(home: EmbeddedHome, say: Say, leaving: AbortSignal): Promise<pg.Client> {
  const deadline = Date.now() + joinMsMax;
  const failures: string[] = [];
  let isSilent = false;
  while (Date.now() < deadline && failures.length < startsMax && !leaving.aborted) {
    const attempt = await connect(home);
    isSilent = attempt.kind === "silent";
    if (attempt.kind === "connected") {
      const answer = await attempt.client
        .query<{ held: boolean }>("select pg_try_advisory_lock_shared($1) as held", [shareKey])
        .catch(() => null);
      if (answer?.rows[0]?.held) return attempt.client;
      // The last user is just stopping the server: wait for its end, then start it again.
      await attempt.client.end().catch(() => undefined);
    } else if (attempt.kind === "absent") {
      const failure = await start(home, say);
      if (failure !== "") failures.push(failure);
    }
    await sleep(retryMs);
  }
  if (isSilent) {
    throw new Refusal(
      `The embedded database (process ${postmasterPid(home)}) does not answer: it was stopped, or its disk hangs (see ${home.log}). ` +
        "If that lasts, end the process and try again.",
    );
  }
  const why = failures.at(-1) ?? lastLines(home);
  throw new Refusal(`The embedded database did not start: ${why} (see ${home.log}).${adviceFor(why)}`);
}

function adviceFor(why: string): string {
  if (/EMFILE|file descriptors/.test(why))
    return " Raise the limit of open files: ulimit -n 4096, or LimitNOFILE in the unit.";
  return /No space left|ENOSPC/.test(why) ? " The disk is full: free some space." : "";
}

type Attempt = { kind: "connected"; client: pg.Client } | { kind: "absent" | "busy" | "silent" };

async function connect(home: EmbeddedHome): Promise<Attempt> {
  const client = new pg.Client({
    host: home.socket,
    user: superuser,
    database: "postgres",
    application_name: "plainwire share",
    connectionTimeoutMillis: connectMsMax,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return { kind: "connected", client };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (error instanceof Error && error.message === "timeout expired") return { kind: "silent" };
    // 57P03: starting up or shutting down; 53300: too many connections. It is there, only not for us yet.
    return code === "ENOENT" || code === "ECONNREFUSED" ? { kind: "absent" } : { kind: "busy" };
  }
}

/** Returns why it could not be started, or "". Losing a race to another process is no failure: the next connect shows it. */
async function start(home: EmbeddedHome, say: Say): Promise<string> {
  await prepareCluster(home);
  for (const remark of await recoverPostmaster(home)) say(remark);

  const log = openSync(home.log, "a");
  // A session of its own: Ctrl-C in our terminal must not reach it. Not by pg_ctl, whose shell breaks on quotes in paths.
  const child = spawn(join(home.binaries, "bin", "postgres"), ["-D", home.data], {
    ...childOptions(home.user),
    detached: true,
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  child.unref();
  const ended = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", () => resolve(lastLines(home)));
  });
  return Promise.race([ended, answering(home)]);
}

/** Resolves with nothing as soon as a server answers, even if with "starting up". */
async function answering(home: EmbeddedHome): Promise<string> {
  const deadline = Date.now() + joinMsMax;
  while (Date.now() < deadline) {
    const attempt = await connect(home);
    if (attempt.kind === "connected") await attempt.client.end();
    if (attempt.kind !== "absent") return "";
    await sleep(retryMs / 5);
  }
  return "it does not answer";
}

async function release(share: pg.Client, home: EmbeddedHome): Promise<void> {
  const last = await share
    .query("select pg_advisory_unlock_shared($1)", [shareKey])
    .then(() => share.query<{ alone: boolean }>("select pg_try_advisory_lock($1) as alone", [shareKey]))
    .then((answer) => answer.rows[0]?.alone === true)
    .catch(() => false);
  if (last) await stop(home);
  await share.end().catch(() => undefined);
}

/** pg_ctl returns when the pid file is gone, a moment before the process has ended, so this waits for the process. */
async function stop(home: EmbeddedHome): Promise<void> {
  const pid = postmasterPid(home);
  await runProgram(home, "pg_ctl", ["stop", "-w", "-t", "60", "-m", "fast", "-D", home.data]);
  const deadline = Date.now() + endMsMax;
  while (pid !== null && isAlive(pid) && Date.now() < deadline) await sleep(retryMs / 5);
}

function lastLines(home: EmbeddedHome): string {
  return existsSync(home.log)
    ? readFileSync(home.log, "utf8").trim().split("\n").slice(-3).join(" / ")
    : "no log was written";
}
