/** A command as a document writes it: `words` without comment, settings in front and redirections; `input`: it reads a file. */
export type Written = { document: string; line: string; words: string[]; isWhole: boolean; readsFile: boolean };

/** Programs of others that our documents use. A first word that is neither one of these nor ours is no command. */
const others = [
  "curl",
  "git",
  "mkdir",
  "cp",
  "cd",
  "docker",
  "podman",
  "sudo",
  "systemctl",
  "tar",
  "openssl",
  "npx",
  "node",
];
const ours = ["plainwire", "bin/plainwire", "npm"];

/**
 * The commands in a document's code blocks, whole as someone would paste them, and those named in the middle of a sentence, where
 * arguments may be missing.
 */
export function findCommands(document: string, markdown: string): Written[] {
  const blocks = linesOfBlocks(markdown).flatMap((line) =>
    commandsOf(line).map((words) => ({ line, words, isWhole: true })),
  );
  const outside = markdown.replace(/^```[^]*?^```/gm, "").replace(/^ {4}.*$/gm, "");
  const named = [...outside.matchAll(/`((?:bin\/)?plainwire [^`]+|npm [^`]+)`/g)].flatMap(([, line = ""]) =>
    commandsOf(line).map((words) => ({ line, words, isWhole: false })),
  );
  return [...blocks, ...named].map(({ words, ...rest }) => ({
    document,
    ...rest,
    words: words.filter((word, index) => !/^[<>]$/.test(word) && !/^[<>]$/.test(words[index - 1] ?? "")),
    readsFile: words.includes("<"),
  }));
}

/** Also a line that ends with a backslash, joined with the next. */
function linesOfBlocks(markdown: string): string[] {
  const fenced = [...markdown.matchAll(/^```\w*\n([^]*?)^```/gm)].flatMap(([, block = ""]) => block.split("\n"));
  const indented = [...markdown.replace(/^```[^]*?^```/gm, "").matchAll(/^ {4}(\S.*)$/gm)].map(([, line = ""]) => line);
  return [...fenced, ...indented]
    .join("\n")
    .replace(/\\\n\s*/g, " ")
    .split("\n");
}

function commandsOf(line: string): string[][] {
  return line
    .trim()
    .replace(/^\$ /, "")
    .replace(/\s#\s.*$/, "")
    .split(/\s+(?:&&|\|)\s+/)
    .map((command) => splitWords(command))
    .map((words) => words.slice(words.findIndex((word) => !/^[A-Z][A-Z0-9_]*=/.test(word))))
    .filter(([first = ""]) => ours.includes(first) || others.includes(first));
}

/** As a shell does it, as far as our documents go: quotes, and < and > as words of their own. */
function splitWords(command: string): string[] {
  return [...command.matchAll(/'([^']*)'|"([^"]*)"|([<>])(?=\s)|((?:<[\w-]+>|\$\([^)]*\)|[^\s'"])+)/g)].map(
    ([, single, double, sign, plain]) => single ?? double ?? sign ?? plain ?? "",
  );
}
