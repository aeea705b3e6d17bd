import type { ClaimedFeed } from "../schedule/lease.ts";
import { newLane } from "../schedule/policy/lane-policy.ts";
import { planNextFetch } from "../schedule/policy/fetch-policy.ts";
import { type FetchLimits, type FetchPlan, newFeedState } from "../schedule/policy/fetch-state.ts";
import type { GuardedClient, GuardedResult } from "../http-client/guarded-client.ts";
import type { Reading } from "./interpret-answer.ts";
import { interpretAnswer } from "./interpret-answer.ts";
import { acceptedTypes, type FetcherIdentity, userAgent } from "./request-headers.ts";

export type TryParts = {
  get: GuardedClient["get"];
  identity: FetcherIdentity;
  limits: FetchLimits;
  itemsMax: number;
  strictContentType: boolean;
  now: () => Date;
};
export type Trial = { result: GuardedResult; reading: Reading; plan: FetchPlan };

/** Fetches a URL as if it were a feed just added, with the real client, parser and policy. Stores nothing. */
export async function tryFeed(parts: TryParts, url: string, customHeaders: Record<string, string>): Promise<Trial> {
  const { get, identity, limits, itemsMax, strictContentType } = parts;

  const result = await get({ url, userAgent: userAgent(identity, 0), accept: acceptedTypes, customHeaders });

  const now = parts.now();
  const claim = newFeed(url);
  const reading = interpretAnswer(claim, result, {
    itemsMax,
    strictContentType,
    now,
    givenUp: null,
    hostClosedUntil: null,
  });
  const plan = planNextFetch({ state: claim.state, outcome: reading.outcome, limits, now, random: () => 0 });
  return { result, reading, plan };
}

function newFeed(url: string): ClaimedFeed {
  return {
    feedId: "",
    leaseId: "",
    lane: "",
    url,
    rootDomain: null,
    enforceFeedDomain: false,
    headers: null,
    subscribers: 0,
    reading: { fullText: "never", analyzer: null, language: null, published: false },
    validators: null,
    bodyHash: null,
    entriesDigest: null,
    seen: null,
    laneMemory: newLane,
    isByHand: true,
    state: newFeedState,
  };
}
