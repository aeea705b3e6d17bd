import { describeInstant } from "../time.ts";
import type { HubSubscription } from "./hub-subscription-store.ts";

/** For the operator, in one or two sentences. */
export function describePush({ hub, state, leaseUntil, pushedAt, missed, note }: HubSubscription): string {
  const host = new URL(hub).host;
  const problem = note === null ? "" : ` ${note}`;
  switch (state) {
    case "wanted":
      return `${host} will be asked to tell of new items.${problem}`;
    case "asked":
      return `${host} was asked to tell of new items, and has not verified it yet.${problem}`;
    case "denied":
      return `${host} does not tell of new items.${problem}`;
    case "active": {
      const until = leaseUntil === null ? "" : ` until ${describeInstant(leaseUntil.toISOString())}`;
      const last = pushedAt === null ? "no push yet" : `last push ${describeInstant(pushedAt.toISOString())}`;
      return `${host} tells of new items${until}; ${last}, ${missed} missed.${problem}`;
    }
  }
}
