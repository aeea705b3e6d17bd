import type { ClaimedFeed } from "../feeds/claimed-feed.ts";
import type { HostTurn } from "../feeds/host-turns.ts";
import type { GuardedResult } from "../http-client/guarded-get.ts";
import type { FetchParts } from "./fetch-feed.ts";
import { userAgent } from "./user-agent.ts";

export type SentValidators = { ifNoneMatch: string | null; ifModifiedSince: string | null };
export type Download = { result: GuardedResult; sent: SentValidators };

// A feed is named first, pages last: some servers choose what to send by this (notes/politeness.md, 21).
export const acceptedTypes =
  "application/rss+xml, application/atom+xml, application/feed+json, application/rdf+xml;q=0.9, application/xml;q=0.8, text/xml;q=0.8, application/json;q=0.7, text/html;q=0.2, */*;q=0.1";

/**
 * One conditional GET. A redirect waits for its host's turn, and on a host we have already for the pause after its last
 * answer; `turns` collects them for the caller, in the order they were last asked, who ends them when it knows whether the
 * last host asked for silence.
 */
export async function downloadFeed(
  parts: FetchParts,
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
    customHeaders: claim.headers === null ? {} : JSON.parse(parts.secrets.open(claim.headers)),
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
