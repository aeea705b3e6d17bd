import type { Context } from "hono";

/** What a page says after a change: `?done=` names the sentence. Anybody may write that word, `constructor` too. */
export function doneSentence(c: Context, sentences: Record<string, string>): string | null {
  const done = c.req.query("done") ?? "";
  return Object.hasOwn(sentences, done) ? (sentences[done] ?? null) : null;
}
