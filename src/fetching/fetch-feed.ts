import type { SecretBox } from "../database/secret-box.ts";
import { uuidV7 } from "../ids.ts";
import { planNextFetch } from "../schedule/policy/fetch-policy.ts";
import type { FetchLimits } from "../schedule/policy/fetch-state.ts";
import type { ClaimedFeed } from "../schedule/claimed-feed.ts";
import type { HostTurn, HostTurns } from "../schedule/lease-lane.ts";
import type { GivenUp, Job } from "../job.ts";
import { later } from "../time.ts";
import type { GuardedClient } from "../http-client/guarded-client.ts";
import { dropBody, type GuardedResult } from "../http-client/guarded-get.ts";
import type { Completion } from "./completion.ts";
import type { FetchHooks, HookFailed } from "./hooks.ts";
import { processItems } from "./hooks.ts";
import { buildFetchLog, type SentValidators } from "./build-fetch-log.ts";
import type { Reading } from "./interpret-answer.ts";
import { interpretAnswer } from "./interpret-answer.ts";
import { acceptedTypes, type FetcherIdentity, openHeaders, userAgent } from "./request-headers.ts";

export type FetchParts = {
  get: GuardedClient["get"];
  identity: FetcherIdentity;
  secrets: SecretBox;
  turns: HostTurns;
  now: () => Date;
  hooks: FetchHooks;
  hookFailed: HookFailed;
  limits: FetchLimits;
  random: () => number;
  itemsMax: number;
  strictContentType: boolean;
  hostDelayMs: number;
};

export type FetchedFeed = { completion: Completion; reading: Reading };

/** One claimed feed: download, interpret, decide. Saves nothing: it returns what is to be saved. */
export async function fetchFeed(parts: FetchParts, job: Job): Promise<FetchedFeed> {
  const turns: HostTurn[] = [];
  let blockedUntil: Date | null = null;
  try {
    const fetched = await fetchInTurn(parts, job, turns);
    blockedUntil = fetched.completion.plan.hostBlockedUntil;
    return fetched;
  } finally {
    const last = turns.at(-1);
    await Promise.all(turns.map((turn) => turn.end(turn === last ? blockedUntil : null)));
  }
}

async function fetchInTurn(parts: FetchParts, job: Job, turns: HostTurn[]): Promise<FetchedFeed> {
  const { feed: claim, signal } = job;
  const startedAt = parts.now();

  const result = await downloadFeed(parts, job, turns);

  const completedAt = parts.now();
  const { itemsMax, strictContentType, limits, random } = parts;
  const givenUp = signal.aborted ? (signal.reason as GivenUp) : null;
  const reading = interpretAnswer(claim, result, { itemsMax, strictContentType, now: completedAt, givenUp });
  if (result.kind === "response") dropBody(result);
  const items = await processItems(parts.hooks, claim, reading.selection.items, parts.hookFailed);
  const plan = planNextFetch({ state: claim.state, outcome: reading.outcome, limits, now: completedAt, random });

  const log = buildFetchLog({ id: uuidV7(startedAt), startedAt, reading, result, sent: sentValidators(claim) });
  const { validators, document, discovered } = reading;
  // The host that answered asks us to wait. After a redirect that may be another host than the feed's own.
  const blocked = turns.at(-1)?.isOwn ? null : plan.hostBlockedUntil;
  const lane = laneAfter(later(completedAt, parts.hostDelayMs), blocked, plan.error);
  return { completion: { claim, plan, completedAt, ...lane, validators, document, discovered, items, log }, reading };
}

/**
 * One conditional GET. A redirect first takes the lane of its host. If we hold that lane already, it waits for the pause after
 * the lane's last answer. `turns` collects the lanes for the caller, the one asked last at the end; the caller releases them
 * once it knows whether the last host asked us to wait.
 */
async function downloadFeed(parts: FetchParts, job: Job, turns: HostTurn[]): Promise<GuardedResult> {
  const { feed: claim, signal } = job;
  const answeredAt = new Map<string, Date>();
  let lane = claim.lane;
  return parts.get({
    url: claim.url,
    userAgent: userAgent(parts.identity, claim.subscribers),
    accept: acceptedTypes,
    customHeaders: openHeaders(claim.headers, parts.secrets),
    validators: claim.validators,
    signal,
    beforeHop: async (url, hopSignal) => {
      answeredAt.set(lane, parts.now());
      // While a redirect waits for another lane, another feed may use the worker's slot.
      const turn = await job.waitOutside(() => parts.turns.take(url.href, answeredAt, hopSignal));
      if (turn === "busy") return "busy";
      const before = turns.findIndex((one) => one.isOwn && one.lane === turn.lane);
      turns.push(...(before === -1 ? [turn] : turns.splice(before, 1)));
      lane = turn.lane;
      return "go";
    },
  });
}

function sentValidators({ validators }: ClaimedFeed): SentValidators {
  return { ifNoneMatch: validators?.etag ?? null, ifModifiedSince: validators?.lastModified ?? null };
}

function laneAfter(
  free: Date,
  blocked: Date | null,
  reason: string | null,
): Pick<Completion, "laneFreeAt" | "laneReason"> {
  if (blocked === null || blocked <= free) return { laneFreeAt: free, laneReason: null };
  return { laneFreeAt: blocked, laneReason: reason };
}
