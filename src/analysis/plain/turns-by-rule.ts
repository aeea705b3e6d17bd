import { criticizePlainly } from "./german-criticism.ts";
import { dropDemonstrative } from "./german-demonstratives.ts";
import { calmKicker, dropCallingKicker } from "./german-kickers.ts";
import { answerCautiously } from "./german-questions.ts";
import { putSubjectFirst, sayWhatHappened } from "./german-word-order.ts";
import type { Language } from "./lexicon-entry.ts";
import { askPlainly } from "./polish-questions.ts";
import { dropTeasingOpener, dropTeasingTail } from "./polish-teasers.ts";

/** `needsProof`: as for frames. Null: the title is none of its kind. */
type Turn = (title: string, needsProof: boolean) => string | null;

/** Frames that need grammar: word order, cases, the verb of a question. Tried in this order, after those of the file. */
export const turnsByRule: Record<Language, readonly Turn[]> = {
  en: [],
  de: [
    criticizePlainly,
    putSubjectFirst,
    ...[dropCallingKicker, calmKicker, dropDemonstrative, sayWhatHappened, answerCautiously].map(unproven),
  ],
  pl: [askPlainly, dropTeasingTail, dropTeasingOpener],
};

function unproven(turn: (title: string) => string | null): Turn {
  return (title, needsProof) => (needsProof ? null : turn(title));
}
