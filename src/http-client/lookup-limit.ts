/**
 * A lookup cannot be called off: while a name server is silent, getaddrinfo holds one of libuv's threads for up to half a minute,
 * long after we gave it up. The same threads check passwords and read files, so lookups get half of the sixteen
 * (UV_THREADPOOL_SIZE in bin/plainwire). It is one number for the process, as the threads are.
 */
export const lookupsMax = 8;
/** As long as a lookup is waited for (checked-connect.ts). After that its answer would be for nobody. */
const waitMsMax = 10_000;

type Limit = <Answer>(lookup: () => Promise<Answer>) => Promise<Answer>;

/** Runs at most `max` lookups at a time. One that waited too long for its turn fails and is never begun. */
export function createLookupLimit(max: number, waitMs = waitMsMax): Limit {
  let running = 0;
  const waiting = new Set<() => void>();

  const takeTurn = () =>
    new Promise<void>((resolve, reject) => {
      const begin = () => {
        waiting.delete(begin);
        clearTimeout(timer);
        running += 1;
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.delete(begin);
        reject(new Error("the name servers answer too slowly: no lookup was free"));
      }, waitMs);
      timer.unref();
      waiting.add(begin);
      if (running < max) begin();
    });

  return async (lookup) => {
    await takeTurn();
    try {
      return await lookup();
    } finally {
      running -= 1;
      for (const begin of waiting) {
        begin();
        break;
      }
    }
  };
}
