/** Something that runs until it is stopped; `stop` resolves when its last piece of work is done or `abort` fires. */
export type Service = { name: string; stop: (abort: AbortSignal) => Promise<void> };
