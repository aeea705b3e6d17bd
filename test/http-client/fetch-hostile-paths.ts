import { countWork } from "../ground/count-work.ts";
import { createLoopbackClient } from "./loopback-client.ts";

/** Run by resource-limits.test.ts in a process of its own: fetches every URL given and says what each one cost. */
const work = countWork();
const client = createLoopbackClient({ bodyBytesMax: 10 * 1024 * 1024 });
for (const url of process.argv.slice(2)) {
  work.takeSteps();
  await client.get(url);
  const steps = work.takeSteps();
  const { maxRSS } = process.resourceUsage();
  console.log(JSON.stringify({ url, steps, rssPeakMb: maxRSS / 1024 }));
}
work.close();
await client.close();
