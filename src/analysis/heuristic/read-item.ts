import { detectLanguage } from "../detect-language.ts";
import type { PreparedInput } from "../prepare-input.ts";
import { blankInjection } from "./blank-injection.ts";
import { blankOutlets } from "./blank-outlets.ts";
import { findShouting } from "./find-shouting.ts";
import { findTechniques, findTitleTechniques, type Finding } from "./find-techniques.ts";
import { lexiconFor, type Lexicon } from "./lexicon.ts";
import { readText, type ReadText } from "./read-text.ts";

// `texts` are the description and the body, in this order.
export type ReadItem = {
  language: string;
  lexicon: Lexicon;
  title: ReadText;
  texts: [ReadText, ReadText];
  findings: Finding[];
};

export function readItem({ title, description, body }: PreparedInput, languageHint: string | null): ReadItem {
  const language = detectLanguage(`${title}\n${description || body}`, languageHint);
  const lexicon = lexiconFor(language);
  const readTitle = readText("title", blankOutlets(title));
  const texts: ReadItem["texts"] = [
    readText("description", blankInjection(description, lexicon.abbreviations)),
    readText("body", blankInjection(body, lexicon.abbreviations)),
  ];
  const shouted = findShouting(readTitle, texts, lexicon);
  const findings = [
    ...findTitleTechniques(readTitle, lexicon, shouted),
    ...[readTitle, ...texts].flatMap((read) => findTechniques(read, lexicon)),
  ];
  return { language, lexicon, title: readTitle, texts, findings };
}
