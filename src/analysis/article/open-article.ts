import { createHash } from "node:crypto";
import type { Queryable } from "../../database/transaction.ts";
import { feedHtml } from "../feed-text.ts";
import { heuristicVersion } from "../heuristic/analyse-by-words.ts";
import type { LoadedKind } from "../plain/lexicon-entry.ts";
import { loadArticle, saveMarks } from "./article-marks-store.ts";
import { type Mark, markArticle } from "./mark-article.ts";
import { renderMarks } from "./render-marks.ts";

/**
 * `html` is safe to put into a page of ours; in it, `<mark data-mark="n">` is around the words of `marks[n]`. `isRead`: false
 * for a language that the analyzer does not read, so that the page can say so.
 */
export type OpenedArticle = { html: string; language: string; isRead: boolean; marks: ExplainedMark[] };
export type ExplainedMark = Mark & { reason: string };

/**
 * `asPerson` reads as the person who opened it, so that nobody gets an article of a feed they do not read; `worker` saves the
 * marks. A person may not write them: everybody who opens the article sees the same row.
 */
type OpenParts = { asPerson: Queryable; worker: Queryable };

/** An article as its page shows it. Its loaded words are looked for once, at the first opening of a text. */
export async function openArticle(
  { asPerson, worker }: OpenParts,
  itemId: string,
  now: Date,
  version = heuristicVersion,
): Promise<OpenedArticle | null> {
  const article = await loadArticle(asPerson, itemId);
  if (article === null) return null;

  const { marked } = article;
  const html = article.html ?? feedHtml(article).cleanHtml;
  const htmlHash = createHash("sha256").update(html).digest();
  const isCurrent = marked !== null && marked.version === version && marked.htmlHash.equals(htmlHash);
  const { language, isRead, marks } = isCurrent ? marked : await markArticle(html, article.language);

  if (!isCurrent) await saveMarks(worker, itemId, { htmlHash, version, language, isRead, marks }, now);
  const explained = marks.map((mark) => ({ ...mark, reason: reasons[mark.kind] }));
  return { html: renderMarks(html, marks), language, isRead, marks: explained };
}

/** Not stored, so that better words need no new reading. */
const reasons: Record<LoadedKind, string> = {
  emotive: "Tells you how to feel.",
  judgement: "Judges instead of reports.",
  exaggeration: "Claims more than the facts support.",
  violence: "A word of violence for something that is not violent.",
  teaser: "Holds back what it is about.",
  shouting: "Shouts.",
  name: "Labels people instead of saying what they did.",
  mind: "Claims to know what somebody feels or thinks.",
  appeal: "Asks you to do something.",
  insinuation: "Suggests something without saying it.",
};
