import { forbiddenHost } from "./chaos-hosts.ts";
import type { ChaosRequest, SavedFetch } from "./chaos-log.ts";

/** `checked` says how many cases were checked: a promise that was never tested does not count as kept. */
export type Finding = { promise: string; checked: number; broken: string[] };

export type LogTerms = { hostDelayMs: number; successIntervalMs: number; failureIntervalMs: number };

/** Checks the promises against the origin's own log. `automatic` is the part before the operator made everything due. */
export function auditLog(
  log: ChaosRequest[],
  automatic: ChaosRequest[],
  saved: SavedFetch[],
  terms: LogTerms,
): Finding[] {
  return [
    findTwiceAtOnce(log),
    findTooSoon(log, terms.hostDelayMs),
    findEarly(automatic, saved, terms),
    findUnderBlock(log, saved),
    findForbidden(log),
  ];
}

function findTwiceAtOnce(log: ChaosRequest[]): Finding {
  const pairs = neighbours(
    log.filter(({ key }) => key >= 0),
    ({ key }) => String(key),
  );
  return {
    promise: "a feed is never fetched twice at once",
    checked: pairs.length,
    broken: pairs.filter(({ before, after }) => after.startedAt < before.endedAt).map(describePair),
  };
}

function findTooSoon(log: ChaosRequest[], hostDelayMs: number): Finding {
  const pairs = neighbours(log, ({ host }) => host);
  return {
    promise: `a host never gets a request within ${hostDelayMs} ms of its last answer`,
    checked: pairs.length,
    broken: pairs.filter(({ before, after }) => after.startedAt - before.endedAt < hostDelayMs).map(describePair),
  };
}

// If a result was never saved, it was lost with its worker. That feed is due again, so an early request is correct.
function findEarly(log: ChaosRequest[], saved: SavedFetch[], terms: LogTerms): Finding {
  const statusOf = new Map(saved.map(({ number, status }) => [number, status]));
  const waitMs = ({ number }: ChaosRequest) =>
    statusOf.get(number) === "success" ? terms.successIntervalMs : terms.failureIntervalMs;
  const pairs = neighbours(
    log.filter(({ key }) => key >= 0),
    ({ key }) => String(key),
  ).filter(({ before }) => statusOf.has(before.number));
  return {
    promise: "no feed is fetched early, whatever crashed",
    checked: pairs.length,
    broken: pairs.filter(({ before, after }) => after.startedAt - before.endedAt < waitMs(before)).map(describePair),
  };
}

function findUnderBlock(log: ChaosRequest[], saved: SavedFetch[]): Finding {
  const known = new Set(saved.map(({ number }) => number));
  const blocks = log.filter(({ number, retryAfterMs }) => retryAfterMs > 0 && known.has(number));
  const broken = blocks.flatMap((before) =>
    log
      .filter(({ host, startedAt }) => host === before.host && startedAt > before.startedAt)
      .filter(({ startedAt }) => startedAt < before.endedAt + before.retryAfterMs)
      .map((after) => describePair({ before, after })),
  );
  return { promise: "a host that sent a Retry-After gets no request until then", checked: blocks.length, broken };
}

function findForbidden(log: ChaosRequest[]): Finding {
  return {
    promise: "no byte goes to an address that is not allowed",
    checked: log.filter(({ path }) => path.startsWith("/trap/")).length,
    broken: log.filter(({ host }) => host === forbiddenHost).map(({ path }) => path),
  };
}

type Pair = { before: ChaosRequest; after: ChaosRequest };

function neighbours(log: ChaosRequest[], keyOf: (request: ChaosRequest) => string): Pair[] {
  return [...Map.groupBy(log, keyOf).values()].flatMap((requests) =>
    requests
      .toSorted((a, b) => a.startedAt - b.startedAt)
      .flatMap((after, index, all) => {
        const before = all[index - 1];
        return before === undefined ? [] : [{ before, after }];
      }),
  );
}

function describePair({ before, after }: Pair): string {
  const gapMs = Math.round(after.startedAt - before.endedAt);
  return `${before.host}${before.path} (${before.status}), then ${after.host}${after.path} after ${gapMs} ms`;
}
