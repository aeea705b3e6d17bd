import { assemble } from "../../src/assemble.ts";
import { loadConfig } from "../../src/load-config.ts";
import { startWorker } from "../../src/run-roles.ts";
import { createLog } from "../../src/telemetry/log.ts";

/**
 * A normal worker process, except for its heartbeat: with the times of production a test would wait half a minute.
 * At its end it prints its metrics.
 */
export const quickTimes = { beatEveryMs: 1_000, abandonAfterMs: 2_000, deadAfterMs: 3_000 };

if (process.argv[1] === import.meta.filename) await run();

async function run(): Promise<void> {
  const { config } = loadConfig(process.env, {});
  const log = createLog(config);
  const parts = await assemble(config, log);
  const worker = await startWorker(parts, quickTimes);
  log.info("ready");
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  process.once("SIGTERM", resolve);
  await asked;
  await worker.stop(AbortSignal.timeout(5_000));
  process.stdout.write(await parts.metrics.metrics());
  await Promise.all([parts.client.close(), parts.trusted.close(), parts.db.close()]);
}
