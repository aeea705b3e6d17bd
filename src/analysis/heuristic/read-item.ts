import { detectLanguage } from "../detect-language.ts";
import type { PreparedInput } from "../prepare-input.ts";
import { findShouting } from "./find-shouting.ts";
import { type Finding, findLoadedWords, findTechniques, findTitleTechniques } from "./find-techniques.ts";
import { type WordLists, wordListsFor } from "./word-lists.ts";
import { readText, type ReadText } from "./read-text.ts";
import { type TaggedTitle, tagTitle } from "../plain/tagger/tag-title.ts";
import { pretendedSpeech, suspectInjection } from "../../chat/text-checks.ts";

import outlets from "./outlets.json" with { type: "json" };
import { splitSentences } from "./split-sentences.ts";

// `texts` are the description and the body, in this order.
export type ReadItem = {
  language: string;
  lists: WordLists;
  title: ReadText;
  /** What the tagger says of the title; null in a language that it does not read. */
  tagged: TaggedTitle | null;
  texts: [ReadText, ReadText];
  findings: Finding[];
  /** Words of caution, which a wire agency writes too: they are scored, and not marked in a title. */
  hedges: Finding[];
  /** It has text that tries to command a model. */
  isInjected: boolean;
};

export function readItem({ title, description, body }: PreparedInput, languageHint: string | null): ReadItem {
  const language = detectLanguage(`${title}\n${description || body}`, languageHint);
  const lists = wordListsFor(language);
  const readTitle = readText("title", blankOutlets(title));
  const suspected = [description, body].map(suspectInjection);
  const blanked = [description, body].map((text, at) =>
    suspected[at] ? blankSuspected(text, lists.abbreviations) : text,
  );
  const texts: ReadItem["texts"] = [readText("description", blanked[0] ?? ""), readText("body", blanked[1] ?? "")];
  const isInjected = suspected.includes(true) || suspectInjection(title);
  const tagged = tagTitle(readTitle, language);
  const listed = [
    ...findTitleTechniques(readTitle, lists, findShouting(readTitle, texts, lists)),
    ...findTechniques(readTitle, lists),
  ];
  const inTexts = texts.flatMap((read) => findTechniques(read, lists));
  const findings = [...(tagged === null ? listed : findLoadedWords(readTitle, tagged, listed)), ...inTexts];
  const hedges = [...listed, ...inTexts].filter(({ id }) => id === "speculation" || id === "unattributed_claim");
  return { language, lists, title: readTitle, tagged, texts, findings, hedges, isInjected };
}

const tailCharsMax = 40;
const tailWordsMax = 4;
const headWordsMin = 3;

const knownOutlet = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${outlets.toSorted((a, b) => b.length - a.length).join("|")})(?![\\p{L}\\p{N}])`,
  "gu",
);
const separator = / (?:[|·–—-]|::) /gu;

// Scores are blind to who speaks: names of outlets become spaces before a title is scored. These are well-known outlets
// anywhere in it, and any name at the end after a separator ("… | Daily Example"). Spaces keep every offset.
function blankOutlets(title: string): string {
  const tail = outletTailStart(title);
  const headed = tail === null ? title : title.slice(0, tail).padEnd(title.length);
  return headed.replaceAll(knownOutlet, (name) => " ".repeat(name.length));
}

function outletTailStart(title: string): number | null {
  const last = [...title.matchAll(separator)].at(-1);
  if (!last) return null;
  const tail = title.slice(last.index + last[0].length).trim();
  const words = tail.split(/\s+/u);
  const isName = tail.length <= tailCharsMax && words.length <= tailWordsMax && words.every(looksLikeName);
  const headWords = title.slice(0, last.index).trim().split(/\s+/u).length;
  return isName && headWords >= headWordsMin ? last.index : null;
}

function looksLikeName(word: string): boolean {
  return /^[\p{Lu}\p{N}]/u.test(word) || /\.\p{L}{2,}$/u.test(word) || /^(?:of|the|and|der|die|das|am|im)$/u.test(word);
}

// A sentence that tries to command a model becomes spaces: it is neither scored nor quoted, and no offset moves.
export function blankInjection(text: string, abbreviations: ReadonlySet<string>): string {
  return suspectInjection(text) ? blankSuspected(text, abbreviations) : text;
}

function blankSuspected(text: string, abbreviations: ReadonlySet<string>): string {
  let blanked = text.replaceAll(pretendedSpeech, (speech) => " ".repeat(speech.length));
  for (const { text: sentence, start, end } of splitSentences(blanked, abbreviations)) {
    if (suspectInjection(sentence)) blanked = blanked.slice(0, start) + " ".repeat(end - start) + blanked.slice(end);
  }
  return blanked;
}
