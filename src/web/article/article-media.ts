import { Parser } from "htmlparser2";
import type { OpenedArticle } from "../../analysis/article/open-article.ts";
import { renderMarks } from "../../analysis/article/render-marks.ts";
import type { ArticleFacts } from "../../items/article-store.ts";
import { rewriteMedia } from "../../media/rewrite-media.ts";
import type { SignMedia } from "./article-files.ts";

/**
 * The HTML of an article with its pictures and players, under addresses of ours. The stored one has none of them, so it is made
 * from the feed's own text. The marks count the characters of the stored text: where the two differ, marks are worth more
 * than pictures.
 */
export function withMedia({ html, marks }: OpenedArticle, facts: ArticleFacts, sign: SignMedia): string {
  const { content, base } = facts;
  if (content === null || !/<(?:img|audio|video)\b/i.test(content)) return html;
  const shown = rewriteMedia(content, { sign, baseUrl: base ?? "about:blank" });
  return shown === null || textOf(shown) !== textOf(html) ? html : renderMarks(shown, marks);
}

function textOf(html: string): string {
  const texts: string[] = [];
  const parser = new Parser({ ontext: (data) => void texts.push(data) });
  parser.end(html);
  return texts.join("");
}
