/** How fast a model writes titles, and how many at once it got right. */
export type TitlePace = {
  /** Null: not known yet. */
  msPerTitle: number | null;
  /** Fewer after an answer with gaps, more again after a whole one. */
  countMax: number;
};

export const titlesAtOnceMax = 8;
export const firstPace: TitlePace = { msPerTitle: null, countMax: titlesAtOnceMax };

/** One question must not keep a person's brief waiting for longer than this. */
const questionMsMax = 10_000;
/** Of the latest title; the rest is what was known before. */
const newShare = 0.3;

/**
 * How many titles the next question is about. `chosen` is the operator's number. Without one: a single title until it is known how
 * long that takes, then as many as fit into ten seconds, up to eight. A model that needs more than five seconds gets one.
 */
export function countTitles({ msPerTitle, countMax }: TitlePace, chosen: number | null): number {
  if (chosen !== null) return chosen;
  if (msPerTitle === null) return 1;
  return Math.max(1, Math.min(countMax, Math.floor(questionMsMax / Math.max(1, msPerTitle))));
}

/** After a question about `asked` titles, of which `good` could be used. `latencyMs` is null where nobody knows it. */
export function learnPace(
  pace: TitlePace,
  { asked, good, latencyMs }: { asked: number; good: number; latencyMs: number | null },
): TitlePace {
  const latest = latencyMs === null ? pace.msPerTitle : latencyMs / asked;
  const msPerTitle =
    pace.msPerTitle === null || latest === null ? latest : pace.msPerTitle * (1 - newShare) + latest * newShare;
  if (asked === 1) return { ...pace, msPerTitle };
  const isGood = good >= asked * goodShareMin;
  const countMax = isGood ? Math.min(titlesAtOnceMax, pace.countMax + 1) : Math.max(1, Math.floor(asked / 2));
  return { msPerTitle, countMax };
}

/** Below it, asking each alone is cheaper. */
const goodShareMin = 2 / 3;
