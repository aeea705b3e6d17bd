import type { Parts } from "./assemble.ts";
import { assemble } from "./assemble.ts";
import type { Config } from "./config.ts";
import type { Log } from "./telemetry/log.ts";
import { createLog } from "./telemetry/log.ts";
import type { Service } from "./service.ts";
import { startAlerts } from "./start-alerts.ts";
import { startMonitor } from "./start-monitor.ts";
import { startStages } from "./start-stages.ts";
import { startWeb } from "./start-web.ts";
import { stopServices } from "./stop-services.ts";

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
    if (roles.includes("worker") && config.ingestionEnabled) services.push(...(await startStages(parts)));
    if (roles.includes("worker")) services.push(startAlerts(parts));
    log.info({ roles, version: parts.version, pid: process.pid, database: parts.db.connection.describe }, "ready");
    await signals.first;
  } finally {
    await stopAll(services, parts);
  }
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
