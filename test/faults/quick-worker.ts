import { assemble } from "../../src/assemble.ts";
import { loadConfig } from "../../src/load-config.ts";
import { startStages } from "../../src/start-stages.ts";
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
  const services = await startStages(parts, quickTimes);
  log.info("ready");
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  process.once("SIGTERM", resolve);
  await asked;
  const abort = AbortSignal.timeout(5_000);
  await Promise.all(services.map((service) => service.stop(abort)));
  process.stdout.write(await parts.metrics.metrics());
  await Promise.all([parts.client.close(), parts.trusted.close(), parts.db.close()]);
}
