/** Something that runs until it is stopped; `stop` resolves when its last piece of work is done or `abort` fires. */
export type Service = { name: string; stop: (abort: AbortSignal) => Promise<void> };

/** A fetch that has begun may end; `hung` is called where something does not stop even then. */
export type StopTimes = { drainMsMax: number; hangMsMax: number };
export const stopTimes: StopTimes = { drainMsMax: 30_000, hangMsMax: 5_000 };

/** Stops all at once, and gives them a limit to finish what they have begun; `then` closes what they used. */
export async function stopServices(
  services: Service[],
  then: () => Promise<void>,
  hung: () => void,
  { drainMsMax, hangMsMax }: StopTimes = stopTimes,
): Promise<void> {
  const abort = new AbortController();
  const drain = setTimeout(() => abort.abort(), drainMsMax);
  // Whatever hangs even then, a database that answers nobody for one, must not keep the process.
  const limit = setTimeout(hung, drainMsMax + hangMsMax).unref();
  await Promise.all(services.map((service) => service.stop(abort.signal)));
  clearTimeout(drain);
  await then();
  clearTimeout(limit);
}
