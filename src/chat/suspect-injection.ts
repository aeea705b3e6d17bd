import { withoutIgnorable } from "../text/characters.ts";

// The usual wordings of text that tries to command a model. A match is a warning, not proof, so it blocks nothing.
const injections = [
  /\b(?:ignore|disregard|forget)\b.{0,40}\b(?:previous|prior|above|earlier|all)\b.{0,40}\b(?:instruction|prompt|rule|order)/iu,
  /\b(?:you are now|act as|pretend to be)\b.{0,60}\b(?:assistant|model|ai|chatbot|system)\b/iu,
  /\b(?:system|developer) (?:prompt|message)\b/iu,
  /\bas an? (?:ai|language model)\b/iu,
  /\b(?:rate|score|classify) (?:this|it|the|all|every|framing|clickbait)\b.{0,40}\b(?:neutral|0|zero)\b/iu,
  /\b(?:ignoriere|vergiss|missachte)\b.{0,60}\b(?:anweisung|vorgabe|befehl|regel)/iu,
  /\bals (?:ki|sprachmodell)\b/iu,
  /\bdu bist (?:jetzt|nun)\b.{0,60}\b(?:assistent|modell|ki)\b/iu,
  /(?<!\p{L})(?:zignoruj|pomiń|zapomnij)(?!\p{L}).{0,60}(?:polece|instrukcj|zasad)/iu,
  /(?<!\p{L})jako (?:ai|sztuczna inteligencja|model językowy)(?!\p{L})/iu,
  /<\/?(?:system|assistant|user|instructions?)>|\[\/?INST\]|<\|im_(?:start|end)\|>/iu,
];

/** Passages that pretend to be another speaker. None contains a second opening tag: otherwise a text of only opening tags would be scanned again from each. */
export const pretendedSpeech =
  /<(system|assistant|user|instructions?)>(?:(?!<\1>)[^]){0,2000}?<\/\1>|\[INST\](?:(?!\[INST\])[^]){0,2000}?\[\/INST\]|<\|im_start\|>(?:(?!<\|im_start\|>)[^]){0,2000}?<\|im_end\|>|<!--(?:(?!<!--)[^]){0,2000}?-->/giu;

export function suspectInjection(text: string): boolean {
  const visible = withoutIgnorable(text);
  return injections.some((injection) => injection.test(visible));
}
