import { createLoopbackClient } from "./loopback-client.ts";

/** Run by resource-limits.test.ts in a process of its own: fetches every URL given and says what each one cost. */
const client = createLoopbackClient({ bodyBytesMax: 10 * 1024 * 1024 });
for (const url of process.argv.slice(2)) {
  const before = process.cpuUsage();
  await client.get(url);
  const { user, system } = process.cpuUsage(before);
  const { maxRSS } = process.resourceUsage();
  console.log(JSON.stringify({ url, cpuMs: (user + system) / 1000, rssPeakMb: maxRSS / 1024 }));
}
await client.close();
