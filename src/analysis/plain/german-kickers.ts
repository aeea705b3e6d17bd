import { isLowerInGerman } from "./calm-shouting.ts";

const calling =
  /^(?<label>(?:\*{3}[^*]+\*{3}\s)?)(?<word>\p{L}+)(?:!+|\.{3}|…)\s-\s(?<news>(?!(?:So|Darum|Hier|Das|Diese[rs]?|Warum|Wie|Was|Wer|Wo|Er|Sie|Es|Ich|Wir|Mein\p{Ll}*|Auch)(?!\p{L}))[^?’„“"»«]+)$/u;
const newsWordsMin = 5;

/** "Historisch! - Verein steigt zum ersten Mal auf": one word that is no noun, and a mark, only call. */
export function dropCallingKicker(text: string): string | null {
  const { label = "", word = "", news = "" } = calling.exec(text)?.groups ?? {};
  if (word === "" || !isLowerInGerman(word.toLowerCase()) || /^(?:live|tot|exklusiv)$/iu.test(word)) return null;
  return news.split(/\s+/u).length >= newsWordsMin ? label + news : null;
}
