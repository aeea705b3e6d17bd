/** A billion has nine zeros in English, and twelve in German and Polish. The first word is the one that is shown. */
export const scaleWords: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  en: {
    3: "thousand thousands",
    6: "million millions mln",
    9: "billion billions bln",
    12: "trillion trillions",
  },
  de: { 3: "Tausend Tsd", 6: "Millionen Million Mio", 9: "Milliarden Milliarde Mrd", 12: "Billionen Billion" },
  pl: {
    3: "tys tysiąc tysiące tysięcy tysiąca tysiącom tysiącach tysiącami",
    6: "mln milion milionów miliony miliona milionom milionach milionami milionem",
    9: "mld miliard miliardów miliardy miliarda miliardom miliardach miliardami miliardem",
    12: "bln bilion bilionów biliony biliona bilionom bilionach bilionami bilionem",
  },
  und: { 6: "million millions mln milion milionów Mio", 9: "Milliarde Milliarden mld Mrd milliards" },
};

const zerosOf = new Map(
  Object.entries(scaleWords).map(([language, words]) => [
    language,
    new Map(
      Object.entries(words).flatMap(([zeros, same]) =>
        same.split(" ").map((word): [string, number] => [word.toLowerCase(), Number(zeros)]),
      ),
    ),
  ]),
);

/** Of "million": six. null: the word is none of these. */
export function zerosIn(word: string, language: string): number | null {
  return (zerosOf.get(language) ?? zerosOf.get("und")!).get(word.toLowerCase()) ?? null;
}

/** "Eleven" and "11" are one number. "One" is not here: it seldom counts. */
const numberWords = new Map(
  Object.entries({
    2: "two zwei dwa dwie dwóch dwaj",
    3: "three drei trzy trzech trzej",
    4: "four vier cztery czterech",
    5: "five fünf pięć pięciu",
    6: "six sechs sześć sześciu",
    7: "seven sieben siedem siedmiu",
    8: "eight acht osiem ośmiu",
    9: "nine neun dziewięć dziewięciu",
    10: "ten zehn dziesięć dziesięciu",
    11: "eleven elf jedenaście jedenastu",
    12: "twelve zwölf dwanaście dwunastu",
  }).flatMap(([digits, words]) => words.split(" ").map((word): [string, string] => [word, digits])),
);

/** The number that a word means in digits. null: it means none. "Ten" is "this" in Polish. */
export function digitsOf(word: string, language: string): string | null {
  return language === "pl" && /^ten$/iu.test(word) ? null : (numberWords.get(word.toLowerCase()) ?? null);
}
