import { readFileSync } from "node:fs";

/** Whether a German word, seen only in capitals, is written small. Nouns and names are not, and headlines shout nouns. */
export function isLowerInGerman(word: string): boolean {
  return (
    isCountedSmall(word) ||
    (/\p{L}{2}(?:lich|isch|ig|los|sam|bar)(?:e|er|en|es|em)?$/u.test(word) && !adjectiveLikeNouns.test(word)) ||
    /^(?:(?:ge|ver|be|er|zer)\p{L}{3,}t|\p{L}{3,}iert)$/u.test(word)
  );
}

// They end like adjectives, and "TIGER" is none.
const adjectiveLikeNouns = /(?:könig|käfig|honig|essig|pfennig|teig|nachbar|minibar|barbar)(?:e|en|es|s|n)?$/u;

/** The same without a guess by its ending. */
export function isCountedSmall(word: string): boolean {
  return lowerWords.has(word);
}

// Words that German headlines write small in more than nine of ten places, counted in 250,000 of them.
const lowerWords = new Set(
  `${readFileSync(new URL("./german-lower-words.txt", import.meta.url), "utf8")} gab gaben gibt gingen grassiert erlitt hilf liebt hasst denkt glaubt raus rein weg`.split(
    /\s+/u,
  ),
);
