/** Carries ids from schedulers to workers. It may lose or double them: the database's claim decides, this only nudges. */
export type Transport = {
  /** Returns the ids it had no room for. */
  send: (ids: string[]) => Promise<string[]>;
  canAccept: () => boolean;
  /** How many wait; -1 where only the service knows. */
  size: () => number;
  /** Up to `max` messages, waiting a moment for the first. */
  receive: (max: number, signal: AbortSignal) => Promise<Message[]>;
  close: () => Promise<void>;
};

export type Message = {
  id: string;
  /** Its work is done, or is not to be done: it must not come again. */
  acknowledge: () => Promise<void>;
  /** The worker is still at it: nobody else should get it for `seconds` more. */
  extend: (seconds: number) => Promise<void>;
};
