import { dayMs, hourMs } from "../time.ts";

const units: [name: string, ms: number][] = [
  ["d", dayMs],
  ["h", hourMs],
  ["min", 60_000],
  ["s", 1_000],
];

export function describeInstant(isoTime: string): string {
  return `${isoTime.slice(0, 10)} ${isoTime.slice(11, 19)} UTC`;
}

// The two largest units that are not zero: "1 h 15 min", "3 d", "40 s".
export function describeWait(waitMs: number): string {
  const parts: string[] = [];
  let restMs = waitMs;
  for (const [name, ms] of units) {
    const count = Math.floor(restMs / ms);
    if (count > 0) parts.push(`${count} ${name}`);
    restMs -= count * ms;
  }
  return parts.slice(0, 2).join(" ") || "0 s";
}
