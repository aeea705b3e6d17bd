import { isInside, readText, type Token } from "../heuristic/read-text.ts";
import { polishVerb } from "./function-words.ts";

const abbreviation =
  /(?:^|[^\p{L}])(?:\p{L}|ks|bp|abp|dr|prof|gen|płk|mjr|św|bł|ul|al|im|ws|nt|pt|np|m\.in|tzw|ok|tys|mln|mld|proc|godz|woj|pow|gm|nr|vs|red|mec|inż|mgr|kpt|por|st|sp|os)\.$/iu;

/** The sentences of a title, each with its mark and the space behind it. A quotation is not cut. */
export function sentencesOf(title: string): string[] {
  const { quotes } = readText("title", title);
  const ends = [...title.matchAll(/[.!?…]+["”»]?\s+(?=[\p{Lu}\p{N}"„«»[(])/gu)]
    .filter(
      ({ index, 0: mark }) =>
        !isInside(quotes, index, index + 1) && !(mark.startsWith(".") && abbreviation.test(title.slice(0, index + 1))),
    )
    .map(({ index, 0: mark }) => index + mark.length);
  return [...ends, title.length].map((end, at, all) => title.slice(all[at - 1] ?? 0, end));
}

// Verbs in the present and future whose ending a noun may have too.
const otherVerb =
  /^(?:ogłasza|zapowiada|wydala|zamyka|otwiera|wraca|wracają|rusza|wchodzi|wchodzą|zmienia|podnosi|obniża|rośnie|rosną|spada|ostrzega|żąda|traci|tracą|bierze|kończy|kończą|zaczyna|mówi|mówią|wzywa|broni|walczy|walczą|wygrywa|przegrywa|prowadzi|znika|wygasza|zwalnia|wprowadza|oskarża|pozywa|płoną|płonie|giną|ginie|pobiera|dopłaci|zapłaci|zapłacą|potrwa|przejdzie|przejdą|czeka|odchodzi|wyjeżdża|przyjeżdża|nadciąga|nadchodzi|nadchodzą|słabnie|drożeje|tanieje|stanie|powstanie|wróci|wrócą|zagra|dostanie|dostaną|wyśle|podaje|podają|zniknie|odejdzie|odpada|żyje|żyją|leci|lecą|tnie|tną|bije|biją|szuka|wysyła|podnoszą|obniżą|wzrosną|wzrośnie|spadnie|spadną|zostanie|zostaną|wejdzie|wejdą|zmieni|zmienią|ruszy|ruszą|stawia|grozi|uderzy|trafią|stoi|stoją|płaci|płacą|boi|boją|robi|robią|działa|broni|ucieka|zbroi|zbroją|skorzysta\p{L}*)$/u;
// Nouns that end like verbs.
const noVerb =
  /^(?:właścicieli|nauczycieli|obywateli|przedstawicieli|przyjaciół|formuła|siła|skała|szkoła|źródła|źródło|chwila|kół|szkół|hasła|hasło|artykuł|finał|podział|udział|sygnał|kanał|materiał|minerał|wydział|dział|oddział|kapitał|generał|kontroli|roli|woli|skali|fali|sali|hali|stali|metali|szpitali|soli)$/u;

export function hasVerb(tokens: readonly Token[]): boolean {
  return tokens.some(({ word }) => isVerb(word));
}

export function isVerb(word: string): boolean {
  return (polishVerb.test(word) && !noVerb.test(word)) || otherVerb.test(word);
}

const statementWordsMin = 4;

/** A sentence with a verb, or with a participle at its end: "Budżet Unii na 2026 rok uzgodniony". */
export function says(sentence: string): boolean {
  const { tokens } = readText("title", sentence);
  if (!/[\p{L}\p{N}\])"”][.!]\s*$/u.test(sentence) || tokens.length < statementWordsMin) return false;
  return hasVerb(tokens) || /(?:[aeo]n[yea]|[aeo]ni|[ęi]t[yae]|w górę|w dół)[.!]\s*$/u.test(sentence);
}
