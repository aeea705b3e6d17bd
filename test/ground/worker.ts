import { after } from "node:test";
import type { Parts } from "../../src/assemble.ts";
import type { HeartbeatTimes } from "../../src/scheduling/worker-life.ts";
import type { Service } from "../../src/service.ts";
import { startStages } from "../../src/start-stages.ts";

/** Runs all stages in this process; they stop with the test file at the latest. */
export async function runWorker(parts: Parts, times?: HeartbeatTimes): Promise<Service> {
  const services = await startStages(parts, times);
  const stop = async (abort: AbortSignal) => void (await Promise.all(services.map((service) => service.stop(abort))));
  after(() => stop(AbortSignal.timeout(5_000)));
  return { name: "stages", stop };
}
