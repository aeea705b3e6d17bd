import type { ClaimedFeed } from "./schedule/lease.ts";
import { startDeadline } from "./http-client/deadline.ts";

/** Why we gave a fetch up ourselves: it decides whether the feed is to blame. */
export type GivenUp = "stopping" | "job-timeout" | "lease-lost";

/** One claimed feed that is being fetched: all that its functions need to know of lease, slot and deadline. */
export type Job = {
  feed: ClaimedFeed;
  /** Aborted when the job must end. Its reason is a GivenUp: the lease was lost, the time is over, or the process stops. */
  signal: AbortSignal;
  /** Before anything is sent: of a process that stood still, the signal may be late. Then it fires now. */
  checkLease: () => void;
  /** Waits without a slot, so that another feed may be fetched meanwhile; the time does not count. */
  waitOutside: <Result>(wait: () => Promise<Result>) => Promise<Result>;
};

type Surroundings = {
  leases: { signalOf: (feed: ClaimedFeed) => AbortSignal; giveUp: (feed: ClaimedFeed, reason: GivenUp) => void };
  lendSlot: Job["waitOutside"];
  timeoutMs: number;
};

/** The job's clock starts now; `end` stops it. */
export function startJob(
  feed: ClaimedFeed,
  { leases, lendSlot, timeoutMs }: Surroundings,
): { job: Job; end: () => void } {
  const deadline = startDeadline(timeoutMs, undefined);
  deadline.signal.addEventListener("abort", () => leases.giveUp(feed, "job-timeout"));
  const waitOutside: Job["waitOutside"] = (wait) => deadline.uncounted(() => lendSlot(wait));
  const checkLease = () => void leases.signalOf(feed);
  return { job: { feed, signal: leases.signalOf(feed), checkLease, waitOutside }, end: deadline.end };
}

/** A job that nobody can end and that holds no slot: for benchmarks and for tests of single steps. */
export function createBareJob(feed: ClaimedFeed): Job {
  const { signal } = new AbortController();
  return { feed, signal, checkLease: () => undefined, waitOutside: (wait) => wait() };
}
