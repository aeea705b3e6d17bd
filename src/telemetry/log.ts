import { pino } from "pino";
import type { Logger } from "pino";
import { PinoPretty } from "pino-pretty";
import type { Config } from "../config.ts";

export type Log = Logger;

/** JSON lines for machines, one readable line for a person at a terminal; always one line per event. */
export function createLog(
  config: Pick<Config, "logLevel" | "logFormat">,
  out: NodeJS.WriteStream = process.stdout,
): Log {
  const pretty = config.logFormat === "pretty" || (config.logFormat === "auto" && out.isTTY);
  const options = { level: config.logLevel, base: null, timestamp: () => `,"time":"${new Date().toISOString()}"` };
  if (!pretty) return pino(options, inOneWrite(out));
  const colorize = out.isTTY && !process.env["NO_COLOR"];
  return pino(options, PinoPretty({ colorize, destination: out, translateTime: "SYS:HH:MM:ss", singleLine: true }));
}

/**
 * Lines of one event loop turn go out in one write: a write to a pipe costs 20 µs, half of what serving a feed from memory
 * costs (bench/results.md).
 */
function inOneWrite(out: NodeJS.WriteStream): { write: (line: string) => void } {
  let lines = "";
  const flush = () => {
    if (lines !== "") out.write(lines);
    lines = "";
  };
  process.once("exit", flush);
  return {
    write: (line) => {
      if (lines === "") setImmediate(flush);
      lines += line;
    },
  };
}
