import { Parser } from "htmlparser2";
import type { Mark } from "./mark-article.ts";

/**
 * The HTML with `<mark data-mark="3">` around the fourth mark, and so on. Only whole text is wrapped, never markup: a mark that
 * runs through elements becomes several of the same number, and no place whatever can break a tag. A feed cannot fake one:
 * sanitising leaves no such attribute. Marks come in the order of the text; where two overlap, the first has the words.
 */
export function renderMarks(html: string, marks: readonly Pick<Mark, "start" | "end">[]): string {
  if (marks.length === 0) return html;
  const chunks: string[] = [];
  let copied = 0;
  let textAt = 0;
  let next = 0;
  let open = -1;
  const wrap = (start: number, to: number, number: number) => {
    const from = Math.max(start, copied);
    if (from >= to) return;
    // A character reference comes as a text of its own: "don&#39;t" is still one mark.
    if (open === number && from === copied) chunks.pop();
    else chunks.push(html.slice(copied, from), `<mark data-mark="${number}">`);
    chunks.push(html.slice(from, to), "</mark>");
    [copied, open] = [to, number];
  };
  const parser = new Parser({
    ontext: (data) => {
      const [from, to] = [parser.startIndex, parser.endIndex + 1];
      const isReference = to - from !== data.length;
      const textEnd = textAt + data.length;
      for (; next < marks.length && marks[next]!.start < textEnd; next += 1) {
        const { start, end } = marks[next]!;
        const [first, last] = [Math.max(start, textAt) - textAt, Math.min(end, textEnd) - textAt];
        if (first < last) wrap(isReference ? from : from + first, isReference ? to : from + last, next);
        // The rest of it is in the next text.
        if (end > textEnd) break;
      }
      textAt = textEnd;
    },
  });
  parser.end(html);
  return chunks.join("") + html.slice(copied);
}
