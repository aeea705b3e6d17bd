import type { Parts } from "./assemble.ts";
import { assemble } from "./assemble.ts";
import { startLmtp } from "./assemble-newsletters.ts";
import { checkWebPort, startMonitor, startWeb } from "./assemble-web.ts";
import { assembleWorker } from "./assemble-worker.ts";
import type { Config } from "./config.ts";
import { alertStage, stages } from "./pipeline.ts";
import { type Collect, returnMemory } from "./return-memory.ts";
import { startStages } from "./run-stage.ts";
import type { HeartbeatTimes } from "./schedule/worker-life.ts";
import { type Service, stopServices } from "./service.ts";
import type { Log, LogOutput } from "./telemetry/log.ts";
import { createLog } from "./telemetry/log.ts";

/** What one process does: serve people, work on feeds, or both. */
export type ProcessRole = "web" | "worker";

const crashExitMsMax = 5_000;

/** What the roles need from their process: where the log goes, when to stop, and how to end if that fails. */
export type ProcessHooks = {
  out: LogOutput;
  /** Aborts at the first signal, whose name is the reason. */
  catchStop: () => AbortSignal;
  /** The log goes to `out`: where it cannot be written, the process goes on. */
  outliveOutput: () => void;
  onCrash: (handler: (error: unknown) => void) => void;
  exit: (code: number) => void;
  /** Null: V8 decides alone when it collects. */
  collect: Collect | null;
};

/** Starts the roles, waits for the stop signal, stops in order. Returns when the process may exit with code 0. */
export async function runRoles(roles: ProcessRole[], config: Config, hooks: ProcessHooks): Promise<void> {
  const log = createLog(config, hooks.out);
  const stop = untilStopped(hooks.catchStop(), log);
  hooks.outliveOutput();
  if (roles.includes("web")) await checkWebPort(config);
  const parts = await assemble(config, log);
  endOnCrash(parts, hooks);

  const services: Service[] = [];
  try {
    // The port first: where somebody has taken it since, nothing else has begun.
    if (roles.includes("web")) services.push(await startWeb(parts));
    else if (config.monitorPort !== 0) services.push(await startMonitor(parts, config.monitorPort));
    const lmtp = roles.includes("web") ? await startLmtp(parts) : null;
    if (lmtp !== null) services.push(lmtp);
    if (roles.includes("worker")) services.push(await startWorker(parts));
    if (hooks.collect !== null) services.push(startReturningMemory(hooks.collect, log));
    log.info({ roles, version: parts.version, pid: process.pid, database: parts.db.connection.describe }, "ready");
    await stop;
  } finally {
    await stopAll(services, parts, hooks);
  }
}

/** The stages of one process; any number of processes may run them on one database. */
export async function startWorker(parts: Parts, times?: HeartbeatTimes): Promise<Service> {
  const { config, log, db } = parts;
  const { connection } = db;
  if (!config.ingestionEnabled) return startStages([alertStage(parts)], { connection, log });

  const worker = await assembleWorker(parts, times);
  const running = await startStages(stages(parts, worker), { connection, log });
  log.info({ queue: config.queue, slots: config.fetcherWorkers }, "worker started");
  return {
    name: "worker",
    stop: async (abort) => {
      await running.stop(abort);
      await worker.close();
      log.info("worker stopped");
    },
  };
}

function startReturningMemory(collect: Collect, log: Log): Service {
  const megabytes = (bytes: number) => Math.round(bytes / 1_024 ** 2);
  return returnMemory({
    collect,
    report: ({ beforeBytes, afterBytes, ms }) =>
      log.debug(
        { heapMb: megabytes(afterBytes), beforeMb: megabytes(beforeBytes), ms: Math.round(ms) },
        "memory given back",
      ),
  });
}

async function stopAll(
  services: Service[],
  { log, db, client, trusted, inside }: Parts,
  { exit }: ProcessHooks,
): Promise<void> {
  const closeAll = async () => {
    await Promise.all([client.close(), trusted.close(), inside.close()]);
    await db.close();
  };
  await stopServices(services, closeAll, () => exit(1));
  log.info("stopped");
}

function untilStopped(stop: AbortSignal, log: Log): Promise<void> {
  return new Promise((resolve) => {
    const onStop = () => {
      log.info({ signal: stop.reason as string }, "stopping; a second signal ends at once");
      resolve();
    };
    if (stop.aborted) onStop();
    else stop.addEventListener("abort", onStop, { once: true });
  });
}

/** An error nobody caught leaves unknown state behind: log all of it and end. */
function endOnCrash({ log, db }: Parts, { onCrash, exit }: ProcessHooks): void {
  onCrash((error) => {
    log.fatal({ err: error }, "unexpected error: this process ends");
    setTimeout(() => exit(1), crashExitMsMax).unref();
    // Leaves the embedded server properly, or nobody would stop it.
    void db.close().finally(() => exit(1));
  });
}
