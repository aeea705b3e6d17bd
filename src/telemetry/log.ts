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
  if (!pretty) return pino(options, out);
  const colorize = out.isTTY && !process.env["NO_COLOR"];
  return pino(options, PinoPretty({ colorize, destination: out, translateTime: "SYS:HH:MM:ss", singleLine: true }));
}
