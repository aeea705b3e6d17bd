import { styleText } from "node:util";
import { plain } from "../format.ts";
import type { Look } from "../io.ts";

/** What one check of `doctor` found, and what an operator should do about it. */
export type Finding = { check: string; state: "ok" | "warn" | "fail"; found: string; advice: string | null };

export function ok(check: string, found: string): Finding {
  return { check, state: "ok", found, advice: null };
}

export function warn(check: string, found: string, advice: string): Finding {
  return { check, state: "warn", found, advice };
}

export function fail(check: string, found: string, advice: string): Finding {
  return { check, state: "fail", found, advice };
}

const colours = { ok: "green", warn: "yellow", fail: "red" } as const;

export function describeFinding({ check, state, found, advice }: Finding, { hasColours }: Look): string {
  const word = state.padEnd(4);
  const mark = hasColours ? styleText(colours[state], word, { validateStream: false }) : word;
  return `${mark}  ${check}: ${plain(found)}\n${advice === null ? "" : `      → ${plain(advice)}\n`}`;
}
