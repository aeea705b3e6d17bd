import type { ClaimedFeed } from "../feeds/claimed-feed.ts";
import { planNextFetch } from "../feeds/fetch-policy.ts";
import type { FetchPlan } from "../feeds/fetch-plan.ts";
import type { FetchLimits } from "../feeds/fetch-state.ts";
import { noWishes } from "../feeds/server-wishes.ts";
import type { GuardedClient } from "../http-client/guarded-client.ts";
import type { GuardedResult } from "../http-client/guarded-get.ts";
import { acceptedTypes } from "./download-feed.ts";
import type { Reading } from "./read-answer.ts";
import { readAnswer } from "./read-answer.ts";
import type { FetcherIdentity } from "./user-agent.ts";
import { userAgent } from "./user-agent.ts";

export type TryParts = {
  get: GuardedClient["get"];
  identity: FetcherIdentity;
  limits: FetchLimits;
  itemsMax: number;
  strictContentType: boolean;
  now: () => Date;
};
export type Trial = { result: GuardedResult; reading: Reading; plan: FetchPlan };

/** One URL through the real client, parser and policy, as a feed just added would go; nothing is stored. */
export async function tryFeed(parts: TryParts, url: string, customHeaders: Record<string, string>): Promise<Trial> {
  const { get, identity, limits, itemsMax, strictContentType } = parts;

  const result = await get({ url, userAgent: userAgent(identity, 0), accept: acceptedTypes, customHeaders });

  const now = parts.now();
  const claim = newcomer(url);
  const reading = readAnswer(claim, result, { itemsMax, strictContentType, now, givenUp: null });
  const plan = planNextFetch({ state: claim.state, outcome: reading.outcome, limits, now, random: () => 0 });
  return { result, reading, plan };
}

function newcomer(url: string): ClaimedFeed {
  return {
    feedId: "",
    leaseId: "",
    lane: "",
    url,
    rootDomain: null,
    enforceFeedDomain: false,
    headers: null,
    subscribers: 0,
    validators: null,
    bodyHash: null,
    entriesDigest: null,
    seen: null,
    state: {
      polling: true,
      adaptive: true,
      ownIntervalMinutes: null,
      failurePolicy: null,
      memory: {
        intervalMinutes: null,
        retryCount: 0,
        failure: null,
        failureAttempts: 0,
        circuitOpenedAt: null,
        circuitUntil: null,
        probes: 0,
        lastSuccessAt: null,
        retryAfterUntil: null,
        wishes: noWishes,
      },
    },
  };
}
