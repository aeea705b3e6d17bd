import type { ClaimedFeed, LeasedFeed } from "../schedule/lease.ts";
import type { GivenUp } from "../job.ts";

export type LeaseKeeper = {
  /** From the claim on, whether the feed is being fetched or waits for a slot. */
  hold: (claims: LeasedFeed[]) => void;
  /** Fires when the job must end, with the reason. Has fired where the lease ends before the next look. */
  signalOf: (claim: ClaimedFeed) => AbortSignal;
  letGo: (claim: ClaimedFeed) => void;
  giveUp: (claim: ClaimedFeed, reason: GivenUp) => void;
  giveUpAll: (reason: GivenUp) => void;
  /** True when nothing may be saved for it any more. */
  isLost: (claim: ClaimedFeed) => boolean;
  count: () => number;
  oldestMs: () => number;
  stop: () => void;
};

type Options = {
  leaseMs: number;
  now: () => Date;
  /** Returns those whose lease was extended by `leaseMs` from `now` on. */
  renew: (claims: ClaimedFeed[], now: Date) => Promise<ClaimedFeed[]>;
  onError: (error: unknown) => void;
  /** Does the lease belong to the worker's present id? A lease under an id that was given up is lost. */
  owns?: ((leaseId: string) => boolean) | undefined;
};
type Held = { heldSince: number; expiresAt: number; job: AbortController };

/**
 * Renews all leases of this process at a third of their length, in one statement. A process that cannot renew (the
 * database is gone, the process was suspended) gives its requests up before the leases end: afterwards somebody else may
 * be asking the host.
 */
export function createLeaseKeeper({ leaseMs, now, renew, onError, owns = () => true }: Options): LeaseKeeper {
  const held = new Map<ClaimedFeed, Held>();
  let renewing = false;
  // Twice the time to the next look, so that an event loop that lags is still early enough.
  const endsSoon = ({ expiresAt }: Pick<Held, "expiresAt">) => expiresAt - now().getTime() <= leaseMs / 6;

  const renewAll = async (): Promise<void> => {
    renewing = true;
    const at = now();
    try {
      const ours = [...held].filter(([, one]) => !isLost(one)).map(([claim]) => claim);
      for (const claim of await renew(ours, at)) {
        const one = held.get(claim);
        if (one !== undefined) one.expiresAt = at.getTime() + leaseMs;
      }
    } catch (error) {
      onError(error);
    }
    renewing = false;
  };
  const look = () => {
    const at = now().getTime();
    const leftMs = ({ expiresAt }: Held) => expiresAt - at;
    for (const one of held.values()) if (endsSoon(one)) one.job.abort("lease-lost" satisfies GivenUp);
    const isDue = held.values().some((one) => !isLost(one) && leftMs(one) <= (leaseMs * 2) / 3);
    if (isDue && !renewing) void renewAll();
  };
  const timer = setInterval(look, leaseMs / 12);

  return {
    hold: (claims) => {
      for (const claim of claims) {
        const one = { heldSince: now().getTime(), expiresAt: claim.leaseUntil.getTime(), job: new AbortController() };
        // A lease runs from before the claim was sent. One that waited for a connection may come when somebody else has the feed.
        if (!owns(claim.leaseId) || endsSoon(one)) one.job.abort("lease-lost" satisfies GivenUp);
        held.set(claim, one);
      }
    },
    signalOf: (claim) => {
      const one = held.get(claim);
      if (one === undefined) return AbortSignal.abort("lease-lost" satisfies GivenUp);
      if (endsSoon(one)) one.job.abort("lease-lost" satisfies GivenUp);
      return one.job.signal;
    },
    letGo: (claim) => void held.delete(claim),
    giveUp: (claim, reason) => held.get(claim)?.job.abort(reason),
    giveUpAll: (reason) => {
      for (const { job } of held.values()) job.abort(reason);
    },
    isLost: (claim) => {
      const one = held.get(claim);
      return one === undefined || isLost(one);
    },
    count: () => held.size,
    oldestMs: () => Math.max(0, ...held.values().map(({ heldSince }) => now().getTime() - heldSince)),
    stop: () => clearInterval(timer),
  };
}

function isLost({ job }: Held): boolean {
  return job.signal.reason === "lease-lost";
}
