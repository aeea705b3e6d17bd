import type { ClaimedFeed } from "../feeds/claimed-feed.ts";

/** Why a job is told to give up. */
export type GivenUp = "stopping" | "job-timeout" | "lease-lost";

export type HeldLease = { signal: AbortSignal; letGo: () => void };

export type LeaseKeeper = {
  /** From claim to completion. The signal fires when the job must end, with the reason. */
  hold: (claim: ClaimedFeed) => HeldLease;
  giveUp: (claim: ClaimedFeed, reason: GivenUp) => void;
  giveUpAll: (reason: GivenUp) => void;
  count: () => number;
  stop: () => void;
};

type Options = {
  leaseMs: number;
  now: () => Date;
  renew: (claims: ClaimedFeed[], until: Date) => Promise<Set<string>>;
  onError: (error: unknown) => void;
};
type Held = { claim: ClaimedFeed; expiresAt: number; job: AbortController };

/**
 * Renews all leases of this process at a third of their length. A process that cannot renew (the database is gone, the
 * process was suspended) gives its requests up before the leases end: afterwards somebody else may be asking the host.
 */
export function leaseKeeper({ leaseMs, now, renew, onError }: Options): LeaseKeeper {
  const held = new Map<string, Held>();
  let renewing = false;

  const renewAll = async (): Promise<void> => {
    if (renewing || held.size === 0) return;
    renewing = true;
    const until = new Date(now().getTime() + leaseMs);
    try {
      const renewed = await renew(
        [...held.values()].map(({ claim }) => claim),
        until,
      );
      for (const feedId of renewed) {
        const one = held.get(feedId);
        if (one !== undefined) one.expiresAt = until.getTime();
      }
    } catch (error) {
      onError(error);
    }
    renewing = false;
  };
  const giveUpExpiring = () => {
    // Twice the time to the next look, so that an event loop that lags is still early enough.
    const limit = now().getTime() + leaseMs / 6;
    for (const { job, expiresAt } of held.values()) if (expiresAt <= limit) job.abort("lease-lost" satisfies GivenUp);
  };
  const timers = [setInterval(() => void renewAll(), leaseMs / 3), setInterval(giveUpExpiring, leaseMs / 12)];

  return {
    hold: (claim) => {
      const one: Held = { claim, expiresAt: now().getTime() + leaseMs, job: new AbortController() };
      held.set(claim.feedId, one);
      return {
        signal: one.job.signal,
        letGo: () => void (held.get(claim.feedId) === one && held.delete(claim.feedId)),
      };
    },
    giveUp: ({ feedId }, reason) => held.get(feedId)?.job.abort(reason),
    giveUpAll: (reason) => {
      for (const { job } of held.values()) job.abort(reason);
    },
    count: () => held.size,
    stop: () => timers.forEach((timer) => clearInterval(timer)),
  };
}
