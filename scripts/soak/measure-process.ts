import { once } from "node:events";
import { readFileSync, readdirSync, readlinkSync } from "node:fs";
import type { Program } from "../chaos/start-program.ts";
import type { Sample } from "./judge-growth.ts";
import type { Inside } from "./probe.ts";

const mebibyte = 1_048_576;

/** Measures a process that has the probe loaded. */
export async function measureProcess({ role, child }: Program): Promise<Sample> {
  child.send("look");
  const [inside] = (await once(child, "message")) as [Inside];
  const pid = child.pid ?? 0;
  const links = readdirSync(`/proc/${pid}/fd`).map((fd) => linkOf(`/proc/${pid}/fd/${fd}`));
  return {
    [`${role}: heap, MB`]: inside.heapBytes / mebibyte,
    [`${role}: RSS, MB`]: residentBytes(pid, "VmRSS") / mebibyte,
    [`${role}: open files`]: links.length,
    [`${role}: sockets`]: links.filter((link) => link.startsWith("socket:")).length,
    [`${role}: database connections`]: inside.connections,
    [`${role}: prepared statements`]: inside.statements,
  };
}

/** 0 if the process has ended. */
export function residentBytes(pid: number, field: "VmRSS" | "RssAnon"): number {
  try {
    const line = new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"));
    return Number(line?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}
