import { existsSync, readFileSync } from "node:fs";
import { countWork } from "../ground/count-work.ts";
import { createLoopbackClient } from "./loopback-client.ts";

/** Run by resource-limits.test.ts in a process of its own: fetches every URL given and says what each one cost. */
const work = countWork();
const client = createLoopbackClient({ bodyBytesMax: 10 * 1024 * 1024 });
for (const url of process.argv.slice(2)) {
  work.takeSteps();
  await client.get(url);
  const steps = work.takeSteps();
  console.log(JSON.stringify({ url, steps, rssPeakMb: rssPeakKb() / 1024 }));
}
work.close();
await client.close();

/** On Linux the peak that resourceUsage gives is at least that of the process that started this one. */
function rssPeakKb(): number {
  const status = "/proc/self/status";
  if (!existsSync(status)) return process.resourceUsage().maxRSS;
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(status, "utf8"))?.[1]);
}
