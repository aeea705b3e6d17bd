let segmenter: Intl.Segmenter | null = null;

/** "J. Smith", "Dr. Smith", "U.S. court", "3. Oktober": a sentence does not end here. */
const abbreviationEnd = /(?<![\p{L}\p{N}])(?:\p{L}|\p{Lu}\p{L}{1,2}|\p{L}\.\p{L}|\p{N}{1,2})\.\s*$/u;
/** Longer ones, of all three languages, because a brief may have them all. None is a word that ends a sentence. */
const longAbbreviationEnd =
  /(?<![\p{L}\p{N}])(?:prof|capt|sept|supt|atty|messrs|bros|bzw|zzgl|inkl|evtl|ggf|vgl|bspw|med|phil|lt|ehem|einschl|mrd|tsd|proc|tys|mln|mld|godz|nr|ul|np|ds|ws|pt|reż|kard|ppłk|mjr|sierż|nadkom|podkom|insp|prok|mec|gm|pow|woj|tzw|tzn|ks|św|inż|mgr)\.\s*$/iu;
/** Its sentences stay together: half of what somebody says is something else. */
const quotation = /„[^“”"]{0,400}[“”"]|“[^“”]{0,400}”|«[^«»]{0,400}»|»[^«»]{0,400}«|(?<!\p{N})"[^"]{0,400}"/gu;
const referencesOnly = /^(?:\s*\[[\d\s,;–-]+\])+\s*/u;

/** The sentences of a paragraph, each with the references that follow its full stop. */
export function splitProse(paragraph: string): string[] {
  const sentences: string[] = [];
  const quotations = [...paragraph.matchAll(quotation)].map(
    ({ index, 0: text }) => [index, index + text.length] as const,
  );
  const isOpenAt = (at: number) => quotations.some(([start, end]) => start < at && at < end);
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "sentence" });
  for (const { segment, index } of segmenter.segment(paragraph)) {
    const references = referencesOnly.exec(segment)?.[0] ?? "";
    const rest = segment.slice(references.length);
    const last = sentences.at(-1);
    if (last === undefined) sentences.push(segment);
    else if (isOpenAt(index) || abbreviationEnd.test(last) || longAbbreviationEnd.test(last))
      sentences[sentences.length - 1] = last + segment;
    else {
      sentences[sentences.length - 1] = last + references;
      if (rest !== "") sentences.push(rest);
    }
  }
  return sentences.map((sentence) => sentence.trim());
}
