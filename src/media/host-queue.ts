/** Runs work for a host when it is that host's turn; "busy" if too much is waiting already. */
export type HostQueue = <Result>(host: string, work: () => Promise<Result>) => Promise<Result | "busy">;

type Limits = {
  runningPerHostMax: number;
  runningMax: number;
  waitingPerHostMax: number;
  waitingMax: number;
};

type Waiting = { host: string; start: () => void };

/**
 * A page with forty pictures must not become forty requests at once: few per host run at a time, the others wait, and what nobody
 * would wait for is refused. A slow host holds its own few slots and delays no other.
 */
export function createHostQueue(limits: Limits): HostQueue {
  const running = new Map<string, number>();
  let waiting: Waiting[] = [];
  let total = 0;

  const hasRoom = (host: string) => total < limits.runningMax && (running.get(host) ?? 0) < limits.runningPerHostMax;

  const isFull = (host: string) =>
    waiting.length >= limits.waitingMax ||
    waiting.filter((one) => one.host === host).length >= limits.waitingPerHostMax;

  const enter = (host: string) => {
    total += 1;
    running.set(host, (running.get(host) ?? 0) + 1);
  };

  const leave = (host: string) => {
    total -= 1;
    const left = (running.get(host) ?? 1) - 1;
    if (left === 0) running.delete(host);
    else running.set(host, left);
    const next = waiting.find((one) => hasRoom(one.host));
    if (next === undefined) return;
    waiting = waiting.filter((one) => one !== next);
    enter(next.host);
    next.start();
  };

  return async (host, work) => {
    if (hasRoom(host)) enter(host);
    else if (isFull(host)) return "busy";
    else await new Promise<void>((start) => waiting.push({ host, start }));
    try {
      return await work();
    } finally {
      leave(host);
    }
  };
}
