import type { Parts } from "./assemble.ts";
import { assemble } from "./assemble.ts";
import { startMonitor, startWeb } from "./assemble-web.ts";
import { assembleWorker } from "./assemble-worker.ts";
import type { Config } from "./config.ts";
import { alertStage, stages } from "./pipeline.ts";
import { startStages } from "./run-stage.ts";
import type { HeartbeatTimes } from "./scheduling/worker-life.ts";
import { type Service, stopServices } from "./service.ts";
import type { Log } from "./telemetry/log.ts";
import { createLog } from "./telemetry/log.ts";

/** What one process does: serve people, work on feeds, or both. */
export type ProcessRole = "web" | "worker";

const crashExitMsMax = 5_000;
const echoMs = 500;

/** Starts the roles, waits for a signal, stops in order. Returns when the process may exit with code 0. */
export async function runRoles(roles: ProcessRole[], config: Config): Promise<void> {
  const log = createLog(config);
  const signals = watchSignals(log);
  const parts = await assemble(config, log);
  endOnCrash(parts);

  const services: Service[] = [];
  try {
    // The port first: where it is taken, nothing else has begun.
    if (roles.includes("web")) services.push(await startWeb(parts));
    else if (config.monitorPort !== 0) services.push(await startMonitor(parts, config.monitorPort));
    if (roles.includes("worker")) services.push(await startWorker(parts));
    log.info({ roles, version: parts.version, pid: process.pid, database: parts.db.connection.describe }, "ready");
    await signals.first;
  } finally {
    await stopAll(services, parts);
  }
}

/** The stages of one process; any number of processes may run them on one database. */
export async function startWorker(parts: Parts, times?: HeartbeatTimes): Promise<Service> {
  const { config, log, db } = parts;
  const { connection } = db;
  if (!config.ingestionEnabled) return startStages([alertStage(parts)], { connection, log });

  const worker = await assembleWorker(parts, times);
  const running = await startStages(stages(parts, worker), { connection, log });
  log.info({ queue: config.queue, workers: config.fetcherWorkers }, "worker started");
  return {
    name: "worker",
    stop: async (abort) => {
      await running.stop(abort);
      await worker.close();
      log.info("worker stopped");
    },
  };
}

async function stopAll(services: Service[], { log, db, client, trusted }: Parts): Promise<void> {
  const closeAll = async () => {
    await Promise.all([client.close(), trusted.close()]);
    await db.close();
  };
  await stopServices(services, closeAll, () => process.exit(1));
  log.info("stopped");
}

/** The first signal asks for a clean stop; the second means now. */
function watchSignals(log: Log): { first: Promise<void> } {
  const { promise: first, resolve } = Promise.withResolvers<void>();
  let askedAt: number | null = null;
  const onSignal = (name: NodeJS.Signals) => {
    // Ctrl-C on `npm start` comes twice, from the terminal and from npm: that is one wish, not two.
    if (askedAt !== null && performance.now() - askedAt < echoMs) return;
    if (askedAt !== null) process.exit(name === "SIGINT" ? 130 : 143);
    askedAt = performance.now();
    log.info({ signal: name }, "stopping; a second signal ends at once");
    resolve();
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
  return { first };
}

/** An error nobody expected leaves unknown state behind: say all of it, and end rather than live half. */
function endOnCrash({ log, db }: Parts): void {
  const crash = (error: unknown) => {
    log.fatal({ err: error }, "unexpected error: this process ends");
    setTimeout(() => process.exit(1), crashExitMsMax).unref();
    // Leaves the embedded server properly, or nobody would stop it.
    void db.close().finally(() => process.exit(1));
  };
  process.once("uncaughtException", crash);
  process.once("unhandledRejection", crash);
}
