import { hash } from "node:crypto";
import type { Queryable } from "../database/transaction.ts";

/** `model`: as its server names it. */
export type KnownAnswer = { answer: unknown; model: string };

/** Answers to questions that were asked before; `asked` names input, question and version of the prompt. */
export type AnswerMemory = {
  find: (asked: string) => Promise<KnownAnswer | null>;
  save: (asked: string, known: KnownAnswer) => Promise<void>;
};

/** `scope`: who shares them, and what else makes a question another one: the provider and the model. */
export function createAnswerMemory(db: Queryable, scope: readonly string[], now: () => Date): AnswerMemory {
  const keyOf = (asked: string) => hash("sha256", JSON.stringify([...scope, asked]), "buffer");
  return {
    find: async (asked) => {
      const { rows } = await db.query<KnownAnswer>({
        name: "find-model-answer",
        text: "select answer, model from model_answers where asked = $1",
        values: [keyOf(asked)],
      });
      return rows[0] ?? null;
    },
    save: async (asked, { answer, model }) => {
      await db.query(
        `insert into model_answers (asked, answer, model, answered_at) values ($1, $2, $3, $4)
         on conflict (asked) do nothing`,
        [keyOf(asked), JSON.stringify(answer), model, now()],
      );
    },
  };
}

/** For a feed whose answers are not to be used again. */
export const noMemory: AnswerMemory = { find: async () => null, save: async () => undefined };

export async function deleteOldAnswers(db: Queryable, before: Date): Promise<number> {
  const { rowCount } = await db.query("delete from model_answers where answered_at < $1", [before]);
  return rowCount ?? 0;
}
