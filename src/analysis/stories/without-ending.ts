const ending = /(?:iem|em|ami|ach|owi|ow|om|er|en|es|ie|iu|ia|[aeiouyns])$/u;
export const endingCharsMax = 3;
/** So much of a word stays. */
export const stemCharsMin = 3;

/** "voter" and "voters", "Brzeg" and "Brzegiem" are one: a folded word without the ending of its case or number. */
export function withoutEnding(folded: string): string {
  return folded.slice(0, stemCharsMin) + folded.slice(stemCharsMin).replace(ending, "");
}
