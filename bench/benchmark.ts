import type { Figure } from "./figure.ts";

/** `quick` only shows that a benchmark works, even on a busy machine; its figures mean nothing. */
export type Size = "full" | "quick";

/** `setting` is the paragraph above its table: what is measured, and how. One that `isLong` runs only when it is named. */
export type Benchmark = { name: string; setting: string; isLong?: true; run: (size: Size) => Promise<Figure[]> };
