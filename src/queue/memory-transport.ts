import type { Message, Transport } from "./transport.ts";

const receiveWaitMs = 1_000;

/** For one process. Bounded: what does not fit is handed back, never dropped (C21). An id that waits is not added twice. */
export function memoryTransport(capacity: number): Transport {
  const waiting = new Set<string>();
  let arrived = () => {};

  return {
    send: async (ids) => {
      const refused = ids.filter((id) => {
        if (waiting.size >= capacity && !waiting.has(id)) return true;
        waiting.add(id);
        return false;
      });
      arrived();
      return refused;
    },
    canAccept: () => waiting.size < capacity,
    size: () => waiting.size,
    receive: async (max, signal) => {
      if (waiting.size === 0) await somethingArrives(signal, (tell) => (arrived = tell));
      const ids = [...waiting].slice(0, max);
      for (const id of ids) waiting.delete(id);
      return ids.map((id): Message => ({ id, acknowledge: async () => undefined, extend: async () => undefined }));
    },
    close: async () => waiting.clear(),
  };
}

function somethingArrives(signal: AbortSignal, listen: (tell: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, receiveWaitMs);
    signal.addEventListener("abort", done);
    listen(done);
  });
}
