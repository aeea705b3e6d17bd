/** How loaded the wording of a report is and how much its title teases, 0 to 1; null: not analysed yet. */
export type Wording = { overall: number | null; clickbait: number | null };

/** The plainest first, then the clearest. What nobody has read yet comes last. Of equals the earliest should lead. */
export function comparePlainness(a: Wording, b: Wording): number {
  return (a.overall ?? 2) - (b.overall ?? 2) || (a.clickbait ?? 2) - (b.clickbait ?? 2);
}

// From here a title makes curious instead of telling, or is loud in several ways at once.
const clickbaitMin = 0.5;
const overallMin = 0.6;

/** Whether its title is a teaser, which is not quoted where a plainer report tells the same. */
export function isTeaser({ overall, clickbait }: Wording): boolean {
  return (clickbait ?? 0) >= clickbaitMin || (overall ?? 0) >= overallMin;
}
