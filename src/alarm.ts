/** A sleep that can be ended early; a ring while nobody sleeps ends the next sleep at once. */
export type Alarm = { ring: () => void; sleep: (ms: number) => Promise<void> };

export function createAlarm(): Alarm {
  let rung = false;
  let wake = () => {};
  return {
    ring: () => {
      rung = true;
      wake();
    },
    sleep: async (ms) => {
      if (!rung && ms > 0) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      rung = false;
    },
  };
}
