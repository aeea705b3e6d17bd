let segmenter: Intl.Segmenter | null = null;

/** "J. Smith", "Dr. Smith", "U.S. court", "3. Oktober": a sentence does not end here. */
const abbreviationEnd = /(?<![\p{L}\p{N}])(?:\p{L}|\p{Lu}\p{L}{1,2}|\p{L}\.\p{L}|\p{N}{1,2})\.\s*$/u;
const referencesOnly = /^(?:\s*\[[\d\s,;–-]+\])+\s*/u;

/** The sentences of a paragraph, each with the references that follow its full stop. */
export function splitProse(paragraph: string): string[] {
  const sentences: string[] = [];
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "sentence" });
  for (const { segment } of segmenter.segment(paragraph)) {
    const references = referencesOnly.exec(segment)?.[0] ?? "";
    const rest = segment.slice(references.length);
    const last = sentences.at(-1);
    if (last === undefined) sentences.push(segment);
    else if (abbreviationEnd.test(last)) sentences[sentences.length - 1] = last + segment;
    else {
      sentences[sentences.length - 1] = last + references;
      if (rest !== "") sentences.push(rest);
    }
  }
  return sentences.map((sentence) => sentence.trim());
}
