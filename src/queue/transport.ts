/** Carries ids of due feeds to workers. It may lose or repeat them: the claim in the database decides, a message only wakes. */
export type Transport = {
  /** Returns the ids it had no room for. */
  send: (ids: string[]) => Promise<string[]>;
  canAccept: () => boolean;
  /** How many wait; -1 where only the service knows. */
  size: () => number;
  /** Up to `max` messages, waiting a moment for the first, or until `stopping`. */
  receive: (max: number, stopping: AbortSignal) => Promise<Message[]>;
  /** Returns the ids that are lost with it. */
  close: () => Promise<string[]>;
};

export type Message = {
  id: string;
  /** Its work is done, or is not to be done: it must not come again. */
  acknowledge: () => Promise<void>;
  /** The worker is still at it: nobody else should get it for so long. */
  extend: (forMs: number) => Promise<void>;
  /** Nobody could work on it: it should come again. */
  giveBack: () => Promise<void>;
};

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
