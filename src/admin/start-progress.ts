import { SingleBar } from "cli-progress";
import type { Io } from "./command-context.ts";

export type Progress = { advance: (count: number) => void; stop: () => void };

/** A bar on standard error, on a terminal only: a file or a pipe gets none. */
export function startProgress({ err }: Pick<Io, "err">, what: string, total: number): Progress {
  const bar = new SingleBar({
    format: `${what} [{bar}] {value}/{total}  {eta_formatted} left`,
    stream: err,
    clearOnComplete: true,
    // The command handles Ctrl-C itself.
    gracefulExit: false,
  });
  bar.start(total, 0);
  return { advance: (count) => bar.increment(count), stop: () => bar.stop() };
}
