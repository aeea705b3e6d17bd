import { detectLanguage } from "../detect-language.ts";
import type { PreparedInput } from "../prepare-input.ts";
import { blankInjection } from "./blank-injection.ts";
import { blankOutlets } from "./blank-outlets.ts";
import { findShouting } from "./find-shouting.ts";
import { findTechniques, findTitleTechniques, type Finding } from "./find-techniques.ts";
import { lexiconFor, type Lexicon } from "./lexicon.ts";
import { readText, type ReadText } from "./read-text.ts";
import { findLoadedWords } from "../plain/find-loaded-words.ts";
import { tagTitle, type TaggedTitle } from "../plain/tagger/tag-title.ts";

// `texts` are the description and the body, in this order.
export type ReadItem = {
  language: string;
  lexicon: Lexicon;
  title: ReadText;
  /** What the tagger says of the title; null in a language that it does not read. */
  tagged: TaggedTitle | null;
  texts: [ReadText, ReadText];
  findings: Finding[];
  /** Words of caution, which a wire agency writes too: they are scored, and not marked in a title. */
  hedges: Finding[];
};

export function readItem({ title, description, body }: PreparedInput, languageHint: string | null): ReadItem {
  const language = detectLanguage(`${title}\n${description || body}`, languageHint);
  const lexicon = lexiconFor(language);
  const readTitle = readText("title", blankOutlets(title));
  const texts: ReadItem["texts"] = [
    readText("description", blankInjection(description, lexicon.abbreviations)),
    readText("body", blankInjection(body, lexicon.abbreviations)),
  ];
  const tagged = tagTitle(readTitle, language);
  const listed = [
    ...findTitleTechniques(readTitle, lexicon, findShouting(readTitle, texts, lexicon)),
    ...findTechniques(readTitle, lexicon),
  ];
  const inTexts = texts.flatMap((read) => findTechniques(read, lexicon));
  const findings = [...(tagged === null ? listed : findLoadedWords(readTitle, tagged, listed)), ...inTexts];
  const hedges = [...listed, ...inTexts].filter(({ id }) => id === "speculation" || id === "unattributed_claim");
  return { language, lexicon, title: readTitle, tagged, texts, findings, hedges };
}
