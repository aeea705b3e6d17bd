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
