import { setTimeout as sleep } from "node:timers/promises";
import type { Program, ProgramEnd } from "./start-program.ts";
import { startProgram } from "./start-program.ts";

export type Fleet = {
  /** Ends one of that role by the signal, and starts another in its place after a while. */
  strike: (blow: FleetBlow) => void;
  /** All places filled and ready. */
  whole: () => Promise<void>;
  /** Asks all to stop; resolves with those that did not end with code 0. */
  stop: () => Promise<string[]>;
  started: () => number;
  /** Processes that worked, and ended though nobody asked them to; with their last words. */
  accidents: string[];
  /** Those that gave up before they were ready, as they may while there is no database: somebody starts them again. */
  falseStarts: string[];
};

/** `which`, from 0 to 1, chooses among those of the role. */
export type FleetBlow = { role: string; signal: NodeJS.Signals; which: number; pauseMs: number };

const wordsKept = 12;
const readyMsMax = 3 * 60_000;
const lookEveryMs = 100;
const wantOfDatabase = /database|connection|ECONN|ENOENT/i;

/** Keeps one process in every place, whatever happens to them. */
export function startFleet(places: string[], settingsOf: (role: string) => Record<string, string>): Fleet {
  const deaths: Deaths = { accidents: [], falseStarts: [] };
  const refills = new Set<NodeJS.Timeout>();
  const alive = new Set<Program>();
  let started = 0;
  const launch = (role: string): Program => {
    started += 1;
    const one = startProgram(role, settingsOf(role));
    alive.add(one);
    void one.ended.then((end) => {
      alive.delete(one);
      if (end.meant) return;
      record(one, end, deaths);
      running.splice(running.indexOf(one), 1);
      refill(role, 0);
    });
    return one;
  };
  const running = places.map(launch);
  const refill = (role: string, pauseMs: number) => {
    const timer = setTimeout(() => {
      refills.delete(timer);
      running.push(launch(role));
    }, pauseMs);
    refills.add(timer);
  };

  return {
    strike: ({ role, signal, which, pauseMs }) => {
      const candidates = running.filter((one) => one.role === role);
      const victim = candidates[Math.floor(which * candidates.length)];
      if (victim === undefined) return;
      running.splice(running.indexOf(victim), 1);
      victim.kill(signal);
      // A port or a place is free only when its last owner is gone.
      void victim.ended.then(() => refill(role, pauseMs));
    },
    whole: () => waitUntilReady(running, places.length),
    stop: async () => {
      for (const timer of refills) clearTimeout(timer);
      const stopping = running.splice(0);
      for (const one of stopping) one.kill("SIGTERM");
      // Also those that were asked earlier and are still at it.
      await Promise.all([...alive].map(({ ended }) => ended));
      return describeBadEnds(stopping);
    },
    started: () => started,
    ...deaths,
  };
}

type Deaths = Pick<Fleet, "accidents" | "falseStarts">;

function record(one: Program, { code, signal }: ProgramEnd, { accidents, falseStarts }: Deaths): void {
  const words = one.lastLines().slice(-wordsKept).join("\n");
  const isAccident = one.wasReady() || !wantOfDatabase.test(words);
  const sentence = `${one.role} ended by itself (code ${code}, signal ${signal}): ${words}`;
  (isAccident ? accidents : falseStarts).push(sentence);
}

async function waitUntilReady(running: Program[], count: number): Promise<void> {
  const deadline = performance.now() + readyMsMax;
  while (running.length < count || !running.every((one) => one.wasReady())) {
    if (performance.now() > deadline) throw new Error(`The processes do not come up within ${readyMsMax} ms.`);
    await sleep(lookEveryMs);
  }
}

async function describeBadEnds(stopping: Program[]): Promise<string[]> {
  const ends = await Promise.all(stopping.map(async (one) => ({ role: one.role, ...(await one.ended) })));
  return ends
    .filter(({ code }) => code !== 0)
    .map(({ role, code, signal }) => `${role} ended with code ${code}, signal ${signal}`);
}
