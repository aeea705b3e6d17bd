import { isInside, type Range, type ReadText } from "../heuristic/read-text.ts";

// A topic before a colon, not a speaker. A place behind a preposition is one too: "Wypadek w Krakowie: …".
const topics =
  /^(?:sondaż|pogoda|prognoza|pilne|nieoficjalnie|raport|badanie|wyniki|relacja|wideo|foto|quiz|ranking|analiza|komentarz|opinia|wywiad|polska|świat|sport|kraj)$/iu;
const prepositions = /^(?:w|we|na|pod|nad|koło|przy|z|ze|do|od|po|przed|dla|o|u|ws|wokół|za)$/iu;
const roles =
  /^(?:minister\p{L}*|wicemin\p{L}*|premier\p{L}*|prezydent\p{L}*|poseł|posłanka|senator\p{L}*|europose\p{L}*|ekspert\p{L}*|(?:wice)?szef\p{L}*|prezes\p{L}*|rzeczni\p{L}*|naukowc\p{L}*|lekarz\p{L}*|lekarka|prof|dr|gen|ks|bp|abp|adwokat|prokurat\p{L}*|policj\p{L}*|trener\p{L}*|publicyst\p{L}*|dziennikar\p{L}*|sędzi\p{L}*|wojewoda|burmistrz|dyrektor\p{L}*|ambasador\p{L}*|internau\p{L}*|obrońc\p{L}*|ekolo\p{L}*|aktywi\p{L}*|związk\p{L}*|branż\p{L}*|przedsiębior\p{L}*|rolni\p{L}*|mieszkań\p{L}*|kibic\p{L}*|rodzic\p{L}*|nauczyciel\p{L}*|anality\p{L}*|ekonomi\p{L}*|specjali\p{L}*|świad\p{L}*|sąsied\p{L}*|pielęgniar\p{L}*|radn\p{L}+|wójt\p{L}*|starost\p{L}*|przyznaje|mówi|ocenia|apeluje|ostrzega|odpowiada|pyta|pisze|oburzon\p{L}|zdziwion\p{L}|wściekł\p{L}|ironicznie|ironizuje)$/iu;

/**
 * What somebody says without quotation marks: "Nowak: to hańba". The words are the speaker's, so they stay, to the end of the
 * title: nothing shows where the outlet speaks again.
 */
export function spokenRanges({ text, quotes }: ReadText): Range[] {
  return [...text.matchAll(/:\s+/gu)].flatMap(({ index, 0: colon }) => {
    if (isInside(quotes, index, index + 1)) return [];
    const before = text
      .slice(0, index)
      .split(/[.!?…]\s+(?=\p{Lu})|\s[-–—]\s/u)
      .at(-1)!;
    const start = index + colon.length;
    return namesSpeaker(before) ? [{ start, end: text.length }] : [];
  });
}

function namesSpeaker(before: string): boolean {
  const words = before.match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.some((word) => roles.test(word))) return true;
  if (words.some((word, at) => at > 0 && /^\p{Lu}\p{L}/u.test(word) && !prepositions.test(words[at - 1]!))) return true;
  return words.length > 0 && (words.length === 1 || /^(?:o|do)$/u.test(words[1]!)) && !topics.test(words[0]!);
}
