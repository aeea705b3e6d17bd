import { readFileSync, readdirSync } from "node:fs";

// USER_HZ: the unit in which Linux reports CPU time to programs, on every architecture Node runs on.
const tickMs = 10;

export function ownCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** CPU of a running process with all its threads. */
export function cpuMsOf(pid: number): number {
  return statOf(pid)?.ownMs ?? 0;
}

/** The same plus the ended children it has waited for (initdb, a database's ended backends). */
export function cpuMsWithEnded(pid: number): number {
  const stat = statOf(pid);
  return stat === null ? 0 : stat.ownMs + stat.endedMs;
}

/**
 * Of a PostgreSQL server: its processes, the ended ones included. Each has one thread, so its scheduler's clock counts, which is
 * exact; the ticks of 10 ms are all there is of the ended ones.
 */
export function cpuMsOfServer(postmaster: number): number {
  const running = processes().filter(({ parent }) => parent === postmaster);
  const endedMs = statOf(postmaster)?.endedMs ?? 0;
  return [postmaster, ...running.map(({ pid }) => pid)].reduce((sum, pid) => sum + threadMsOf(pid), endedMs);
}

function threadMsOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]) / 1_000_000;
  } catch {
    return statOf(pid)?.ownMs ?? 0;
  }
}

export function residentMbOf(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1_024;
}

type Stat = { pid: number; parent: number; ownMs: number; endedMs: number };

function processes(): Stat[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => statOf(Number(name)) ?? []);
}

/** Null when it has ended. */
function statOf(pid: number): Stat | null {
  try {
    // The program's name, in brackets, may contain anything. After it comes the third field of proc(5).
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    const [utime = 0, stime = 0, endedUtime = 0, endedStime = 0] = fields.slice(11, 15);
    return {
      pid,
      parent: fields[1] ?? 0,
      ownMs: (utime + stime) * tickMs,
      endedMs: (endedUtime + endedStime) * tickMs,
    };
  } catch {
    return null;
  }
}
