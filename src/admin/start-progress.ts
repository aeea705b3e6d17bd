import { SingleBar } from "cli-progress";

export type Progress = { advance: (count: number) => void; stop: () => void };

/** A bar on stderr, and on a terminal only: it must not stand in anybody's file. */
export function startProgress(what: string, total: number): Progress {
  const bar = new SingleBar({
    format: `${what} [{bar}] {value}/{total}  {eta_formatted} left`,
    stream: process.stderr,
    clearOnComplete: true,
    // Ctrl-C is the command's own business.
    gracefulExit: false,
  });
  bar.start(total, 0);
  return { advance: (count) => bar.increment(count), stop: () => bar.stop() };
}
