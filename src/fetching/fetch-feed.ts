import { uuidV7 } from "../ids.ts";
import type { ClaimedFeed } from "../feeds/claimed-feed.ts";
import { planNextFetch } from "../feeds/fetch-policy.ts";
import type { FetchLimits } from "../feeds/fetch-state.ts";
import type { GivenUp } from "../feeds/given-up.ts";
import type { HostTurn } from "../feeds/host-turns.ts";
import { later } from "../time.ts";
import { dropBody } from "../http-client/guarded-get.ts";
import type { Completion } from "./completion.ts";
import type { DownloadParts } from "./download-feed.ts";
import { downloadFeed } from "./download-feed.ts";
import type { FetchHooks, HookFailed } from "./hooks.ts";
import { processItems } from "./hooks.ts";
import { buildFetchLog } from "./build-fetch-log.ts";
import type { Reading } from "./interpret-answer.ts";
import { interpretAnswer } from "./interpret-answer.ts";

export type FetchParts = DownloadParts & {
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
export async function fetchFeed(parts: FetchParts, claim: ClaimedFeed, signal: AbortSignal): Promise<FetchedFeed> {
  const turns: HostTurn[] = [];
  let blockedUntil: Date | null = null;
  try {
    const fetched = await fetchInTurn(parts, claim, turns, signal);
    blockedUntil = fetched.completion.plan.hostBlockedUntil;
    return fetched;
  } finally {
    const last = turns.at(-1);
    await Promise.all(turns.map((turn) => turn.end(turn === last ? blockedUntil : null)));
  }
}

async function fetchInTurn(
  parts: FetchParts,
  claim: ClaimedFeed,
  turns: HostTurn[],
  signal: AbortSignal,
): Promise<FetchedFeed> {
  const startedAt = parts.now();

  const { result, sent } = await downloadFeed(parts, claim, turns, signal);

  const completedAt = parts.now();
  const { itemsMax, strictContentType, limits, random } = parts;
  const givenUp = signal.aborted ? (signal.reason as GivenUp) : null;
  const reading = interpretAnswer(claim, result, { itemsMax, strictContentType, now: completedAt, givenUp });
  if (result.kind === "response") dropBody(result);
  const items = await processItems(parts.hooks, claim, reading.selection.items, parts.hookFailed);
  const plan = planNextFetch({ state: claim.state, outcome: reading.outcome, limits, now: completedAt, random });

  const log = buildFetchLog({ id: uuidV7(startedAt), startedAt, reading, result, sent });
  const { validators, document, discovered } = reading;
  // The host that answered asks us to wait. After a redirect that may be another host than the feed's own.
  const blocked = turns.at(-1)?.isOwn ? null : plan.hostBlockedUntil;
  const lane = laneAfter(later(completedAt, parts.hostDelayMs), blocked, plan.error);
  return { completion: { claim, plan, completedAt, ...lane, validators, document, discovered, items, log }, reading };
}

function laneAfter(
  free: Date,
  blocked: Date | null,
  reason: string | null,
): Pick<Completion, "laneFreeAt" | "laneReason"> {
  if (blocked === null || blocked <= free) return { laneFreeAt: free, laneReason: null };
  return { laneFreeAt: blocked, laneReason: reason };
}
