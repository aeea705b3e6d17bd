/**
 * Whether a test file holds a test of this title, judged from its text: the title written out, a template that could have
 * made it, or the first cell of a table whose titles are handed on by name. What fills a template's hole must stand in
 * `givers` (the file, and the files that pass names to it), or `${what}` would hold anything.
 */
export function holdsTitle(source: string, title: string, givers = source): boolean {
  const code = source.replaceAll(/^\s*\/\/.*$/gm, "");
  return [...code.matchAll(calls)].some(([, literal = ""]) => {
    if (literal.startsWith('"')) return JSON.parse(literal) === title;
    if (literal.startsWith("`")) return couldMake(literal.slice(1, -1), title, givers);
    return new RegExp(`\\[\\s*${escapeForPattern(JSON.stringify(title))},`).test(code);
  });
}

// Formatted code only: a call begins its line.
const calls =
  /^\s*(?:await |void )?(?:\w+\.)?(?:test|suite)\(\s*("(?:[^"\\\n]|\\.)*"|`(?:[^`\\$]|\\.|\$(?!\{)|\$\{(?:[^{}`]|`[^`]*`|\{[^{}]*\})*\})*`|\w+)\s*[,)]/gm;
const holes = /\$\{(?:[^{}`]|`[^`]*`|\{[^{}]*\})*\}/;

function couldMake(template: string, title: string, givers: string): boolean {
  const fixed = template.split(holes).map((text) => escapeForPattern(text.replaceAll(/\\(.)/g, "$1")));
  const filled = new RegExp(`^${fixed.join("(.+)")}$`, "s").exec(title)?.slice(1);
  return filled?.every((text) => couldBeGiven(text, givers)) ?? false;
}

/** Written out, or the end of another template: `what: \`logging in ${how}\``. */
function couldBeGiven(text: string, givers: string): boolean {
  if (stands(text, givers)) return true;
  const starts = [...text.matchAll(/ (?=\S)/g)].map(({ index }) => index + 1);
  return starts.some((at) => givers.includes(`\`${text.slice(0, at)}\${`) && stands(text.slice(at), givers));
}

function stands(text: string, givers: string): boolean {
  return new RegExp(`(?<![\\p{L}\\p{N}])${escapeForPattern(text)}(?![\\p{L}\\p{N}])`, "u").test(givers);
}

function escapeForPattern(text: string): string {
  return text.replaceAll(/[$()*+./?[\\\]^{|}]/g, "\\$&");
}
