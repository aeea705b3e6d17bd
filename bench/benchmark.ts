import type { Figure } from "./figure.ts";

/** `quick` shows that a benchmark works, on a machine that is busy with other things; its figures mean nothing. */
export type Size = "full" | "quick";

/** `setting` is the paragraph above its table: what is measured, on what. */
export type Benchmark = { name: string; setting: string; run: (size: Size) => Promise<Figure[]> };
