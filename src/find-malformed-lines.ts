/** A line of `.env` that says nothing, or not what it seems to, which Node's own parser would pass over without a word. */
export type MalformedLine = { line: number; problem: string };

// Sticky, one after the other from the beginning of a line; a quoted value may go on over several.
const end = /[ \t]*(?:#.*)?\r?(?:\n|$)/y;
const name = /[ \t]*(?:export[ \t]+)?[A-Za-z_][\w.-]*[ \t]*=[ \t]*/y;
const quoted = /"[^"]*"|'[^']*'|`[^`]*`/y;
const unquoted = /[^"'`\n].*/y;
// Node begins a comment at any "#" outside quotes: it would read half a password.
const cut = /[^"'`#\s][^#\n]*(?<=[^ \t])#/y;

/** Never quotes the line: what was meant as a secret may stand there. */
export function findMalformedLines(text: string): MalformedLine[] {
  const found: MalformedLine[] = [];
  let at = 0;
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const isThere = pattern.test(text);
    if (isThere) at = pattern.lastIndex;
    return isThere;
  };
  while (at < text.length) {
    const start = at;
    const problem = readLine(take);
    if (problem === null) continue;
    found.push({ line: text.slice(0, start).split("\n").length, problem });
    at = text.indexOf("\n", at) + 1 || text.length;
  }
  return found;
}

function readLine(take: (pattern: RegExp) => boolean): string | null {
  if (take(end)) return null;
  if (!take(name)) return "is neither NAME=value nor a comment after #";
  if (take(quoted)) return take(end) ? null : "goes on after its closing quote";
  if (take(cut)) return 'has a "#" in its value: put the value in quotes, or a blank before a comment';
  take(unquoted);
  return take(end) ? null : "has a quote that is not closed";
}
