import { setTimeout as sleep } from "node:timers/promises";
import type { Program, ProgramEnd } from "./start-program.ts";
import { startProgram } from "./start-program.ts";

export type Fleet = {
  /** Sends the signal to one process of that role, and starts another in its place after a pause. False: there was none. */
  endOne: (fault: ProcessFault) => boolean;
  /** Resolves when every place has a process that is ready. */
  whole: () => Promise<void>;
  /** Asks all processes to stop; resolves with those that did not end with code 0. */
  stop: () => Promise<string[]>;
  started: () => number;
  /** Processes that worked and ended without being asked to, with their last log lines. */
  accidents: string[];
  /** Processes that gave up before they were ready. They may do so while there is no database; they are started again. */
  falseStarts: string[];
};

/** `which`, from 0 to 1, picks one of the role's processes. */
export type ProcessFault = { role: string; signal: NodeJS.Signals; which: number; pauseMs: number };

const wordsKept = 12;
const readyMsMax = 3 * 60_000;
const lookEveryMs = 100;
const wantOfDatabase = /database|connection|ECONN|ENOENT/i;

/** Keeps one process running in every place. */
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
    endOne: ({ role, signal, which, pauseMs }) => {
      const candidates = running.filter((one) => one.role === role);
      const victim = candidates[Math.floor(which * candidates.length)];
      if (victim === undefined) return false;
      running.splice(running.indexOf(victim), 1);
      victim.kill(signal);
      // The port is free only when the old process has ended.
      void victim.ended.then(() => refill(role, pauseMs));
      return true;
    },
    whole: () => waitUntilReady(running, places.length),
    stop: async () => {
      for (const timer of refills) clearTimeout(timer);
      const stopping = running.splice(0);
      for (const one of stopping) one.kill("SIGTERM");
      // Includes those that were asked earlier and are still stopping.
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
    if (performance.now() > deadline) throw new Error(`The processes were not ready within ${readyMsMax} ms.`);
    await sleep(lookEveryMs);
  }
}

async function describeBadEnds(stopping: Program[]): Promise<string[]> {
  const ends = await Promise.all(stopping.map(async (one) => ({ role: one.role, ...(await one.ended) })));
  return ends
    .filter(({ code }) => code !== 0)
    .map(({ role, code, signal }) => `${role} ended with code ${code}, signal ${signal}`);
}
