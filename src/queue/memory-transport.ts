import type { Message, Transport } from "./transport.ts";

const receiveWaitMs = 1_000;

/** For one process. Bounded: what does not fit is handed back, never dropped. An id that waits is not added twice. */
export function createMemoryTransport(capacity: number): Transport {
  const waiting = new Set<string>();
  let arrived = () => {};

  const send = async (ids: string[]): Promise<string[]> => {
    const refused = ids.filter((id) => {
      if (waiting.size >= capacity && !waiting.has(id)) return true;
      waiting.add(id);
      return false;
    });
    arrived();
    return refused;
  };
  const toMessage = (id: string): Message => ({
    id,
    acknowledge: async () => undefined,
    extend: async () => undefined,
    giveBack: async () => void waiting.add(id),
  });

  return {
    send,
    canAccept: () => waiting.size < capacity,
    size: () => waiting.size,
    receive: async (max, stopping) => {
      if (waiting.size === 0) await somethingArrives(stopping, (tell) => (arrived = tell));
      const ids = stopping.aborted ? [] : waiting.values().take(max).toArray();
      for (const id of ids) waiting.delete(id);
      return ids.map(toMessage);
    },
    close: async () => [...waiting],
  };
}

function somethingArrives(stopping: AbortSignal, listen: (tell: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      stopping.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, stopping.aborted ? 0 : receiveWaitMs);
    stopping.addEventListener("abort", done);
    listen(done);
  });
}
