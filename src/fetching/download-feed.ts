import type { SecretBox } from "../database/secret-box.ts";
import type { ClaimedFeed } from "../feeds/claimed-feed.ts";
import type { HostTurn, HostTurns } from "../feeds/host-turns.ts";
import type { GuardedClient } from "../http-client/guarded-client.ts";
import type { GuardedResult } from "../http-client/guarded-get.ts";
import type { FetcherIdentity } from "./request-headers.ts";
import { acceptedTypes, openHeaders, userAgent } from "./request-headers.ts";

export type DownloadParts = {
  get: GuardedClient["get"];
  identity: FetcherIdentity;
  secrets: SecretBox;
  turns: HostTurns;
  now: () => Date;
  /** While a redirect waits for another lane, another feed may use the worker's slot. */
  withoutSlot: <Result>(wait: () => Promise<Result>) => Promise<Result>;
};

export type SentValidators = { ifNoneMatch: string | null; ifModifiedSince: string | null };
export type Download = { result: GuardedResult; sent: SentValidators };

/**
 * One conditional GET. A redirect first takes the lane of its host. If we hold that lane already, it waits for the pause after
 * the lane's last answer. `turns` collects the lanes for the caller, the one asked last at the end; the caller releases them
 * once it knows whether the last host asked us to wait.
 */
export async function downloadFeed(
  parts: DownloadParts,
  claim: ClaimedFeed,
  turns: HostTurn[],
  signal: AbortSignal,
): Promise<Download> {
  const answeredAt = new Map<string, Date>();
  let lane = claim.lane;
  const result = await parts.get({
    url: claim.url,
    userAgent: userAgent(parts.identity, claim.subscribers),
    accept: acceptedTypes,
    customHeaders: openHeaders(claim.headers, parts.secrets),
    validators: claim.validators,
    signal,
    beforeHop: async (url, hopSignal) => {
      answeredAt.set(lane, parts.now());
      const turn = await parts.withoutSlot(() => parts.turns.take(url.href, answeredAt, hopSignal));
      if (turn === "busy") return "busy";
      const before = turns.findIndex((one) => one.isOwn && one.lane === turn.lane);
      turns.push(...(before === -1 ? [turn] : turns.splice(before, 1)));
      lane = turn.lane;
      return "go";
    },
  });
  return { result, sent: sentValidators(claim) };
}

function sentValidators({ validators }: ClaimedFeed): SentValidators {
  return { ifNoneMatch: validators?.etag ?? null, ifModifiedSince: validators?.lastModified ?? null };
}
