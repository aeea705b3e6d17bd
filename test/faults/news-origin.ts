import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { after } from "node:test";
import { rss } from "../ground/feed-origin.ts";
import { type Request, tooSoon } from "./fault-origin.ts";
import type { Machine } from "./network-world.ts";

/** How many items each path has published, how many requests there were, and which came too soon. */
export type News = { published: Record<string, number>; requests: number; tooSoon: string[] };

export type NewsOrigin = {
  /** The first 16 bits of the addresses it answers on. */
  url: (path: string, host: string) => string;
  look: () => Promise<News>;
  /** From now on nothing new is published. */
  stop: () => Promise<News>;
};

const port = 8080;

/** Publishers on a machine of their own: at each request a path publishes one more item, and shows the nine before it. */
export async function startNewsOrigin(machine: Machine, hostDelayMs: number): Promise<NewsOrigin> {
  const [program, args] = machine.command(process.execPath, [import.meta.filename, String(hostDelayMs)]);
  const child = spawn(program, args, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  after(() => void child.kill("SIGKILL"));
  await once(child, "message");
  return {
    url: (path, host) => `http://${host}:${port}${path}`,
    look: () => ask(child, "look"),
    stop: () => ask(child, "stop"),
  };
}

async function ask(child: ChildProcess, what: "look" | "stop"): Promise<News> {
  child.send(what);
  const [news] = (await once(child, "message")) as [News];
  return news;
}

if (process.argv[1] === import.meta.filename) serve(Number(process.argv[2]));

function serve(hostDelayMs: number): void {
  const published: Record<string, number> = {};
  const log: Request[] = [];
  let publishing = true;
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    const host = (request.headers.host ?? "").split(":")[0] ?? "";
    const seen = { host, path, startedAt: performance.now(), endedAt: Infinity, status: 200 };
    log.push(seen);
    response.once("close", () => (seen.endedAt = performance.now()));
    const count = (published[path] ?? 0) + (publishing ? 1 : 0);
    published[path] = count;
    const newest = Array.from({ length: Math.min(count, 10) }, (_, n) => count - n);
    response.setHeader("content-type", "application/rss+xml");
    response.end(rss(newest.map((n) => ({ title: `Item ${n}`, guid: `${path}#${n}`, text: "Text" }))));
  });
  process.on("message", (what) => {
    if (what === "stop") publishing = false;
    process.send?.({ published, requests: log.length, tooSoon: tooSoon(log, hostDelayMs) } satisfies News);
  });
  process.on("disconnect", () => process.exit());
  server.listen(port, "0.0.0.0", () => process.send?.("ready"));
}
