// Words that only British English spells so, or that only British news is about.
const british = new RegExp(
  "£|\\b(?:(?:harb|col|fav|lab|neighb|hon|behavi|rum|arm|vap|endeav)our\\w*|(?:cent|theat|lit|fib)res?|defence|programmes?|tonnes?|" +
    "(?:organ|recogn|real|apolog|critic|privat|minim|maxim|author|penal|emphas|priorit)is(?:e[sd]?|ing|ation)|" +
    "MPs|Tory|Tories|NHS|Whitehall|Holyrood|Westminster)\\b",
  "u",
);

const sampleChars = 4_000;

const american = /\b(critic|apolog|penal)iz(?=e[sd]?\b|ing\b)/giu;

/** The lexicon spells "criticize". A title goes on as its outlet writes: where the report is British, "criticise". */
export function spellLike(edited: string, title: string, text: string): string {
  const spelled = edited.replace(american, (word, stem: string) => (title.includes(word) ? word : `${stem}is`));
  // Asked last: the report is long, and hardly a title has one of these.
  return spelled !== edited && british.test(`${title} ${text.slice(0, sampleChars)}`) ? spelled : edited;
}
