import { setTimeout as sleep } from "node:timers/promises";

// A limit for what never comes, not a measure: on a busy disk a killed database writes its files for a minute before it answers.
const waitMsMax = 120_000;

/** Repeats a check until it passes: for things that another process or timer does. Fails with the last reason. */
export async function eventually<Result>(check: () => Promise<Result> | Result): Promise<Result> {
  const deadline = Date.now() + waitMsMax;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(20);
    }
  }
}
