import { Argument, type Command } from "commander";
import { ownVersion } from "../own-version.ts";
import { Refusal } from "../refusal.ts";
import type { Invocation } from "./command-context.ts";

const widthOfDocument = 110;

export function addHelpCommand(program: Command, invocation: Invocation): void {
  program
    .helpCommand(false)
    .command("help")
    .argument("[command...]", "such as feed add")
    .description("explain a command")
    .option("--markdown", "all of them, as docs/cli.md")
    .addHelpText("after", "\nExamples:\n  plainwire help feed add\n  plainwire help --markdown > docs/cli.md")
    .action((words: string[], options: { markdown?: boolean }) => {
      invocation.io.out.write(options.markdown ? cliMarkdown(program) : helpOf(findCommand(program, words)));
    });
}

function findCommand(program: Command, words: string[]): Command {
  return words.reduce((command, word) => {
    const found = command.commands.find((candidate) => candidate.name() === word);
    if (found === undefined)
      throw new Refusal(`There is no command '${words.join(" ")}': 'plainwire help' lists all.`, 2);
    return found;
  }, program);
}

/** The content of docs/cli.md; a test compares the two. */
export function cliMarkdown(program: Command): string {
  const sections = leaves(program).map(
    (command) => `## ${pathOf(command)}\n\n\`\`\`\n${helpOf(command, widthOfDocument).trim()}\n\`\`\`\n`,
  );
  return [
    "# The command line",
    "",
    "`bin/plainwire`, or `bin/admin`, which is the same program. Commands work while the server runs and without it. Exit codes:",
    "0 done, 1 failed, 2 wrong usage, 130 and 143 ended by Ctrl-C or SIGTERM. Errors are one sentence on standard error; `--json`",
    "prints data for programs. Colours and progress bars appear on a terminal only, colours never with `NO_COLOR`.",
    "",
    "Written by `bin/plainwire help --markdown`; do not edit.",
    "",
    ...sections,
  ].join("\n");
}

/** With examples, which commander only prints and does not return. */
function helpOf(command: Command, width?: number): string {
  let text = "";
  const before = command.configureOutput();
  command.configureOutput({
    writeOut: (part) => void (text += part),
    ...(width === undefined ? {} : { getOutHelpWidth: () => width, getOutHasColors: () => false }),
  });
  command.outputHelp();
  command.configureOutput(before);
  return text;
}

export function leaves(command: Command): Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leaves);
}

/** "plainwire feed add" */
export function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}

export function addVersionCommand(program: Command, invocation: Invocation): void {
  program
    .command("version")
    .description("print the versions of Plainwire and Node")
    .addHelpText("after", "\nExample:\n  plainwire version")
    .action(() => {
      invocation.io.out.write(`Plainwire ${ownVersion()} on Node ${invocation.io.node.version}\n`);
    });
}

export function addCompletionCommand(program: Command, invocation: Invocation): void {
  program
    .command("completion")
    .addArgument(new Argument("<shell>", "which shell").choices(shells))
    .description("print a script that completes commands and options in your shell")
    .addHelpText(
      "after",
      "\nExamples:\n  source <(plainwire completion bash)\n  plainwire completion fish > ~/.config/fish/completions/plainwire.fish",
    )
    .action((shell: Shell) => {
      invocation.io.out.write(buildCompletion(shell, wordsOf(program, [])));
    });
}

function wordsOf(command: Command, path: string[]): CommandWords[] {
  const options = command.options.flatMap(({ long }) => long ?? []);
  const words = [...command.commands.map((child) => child.name()), ...options, "--help"];
  return [{ path, words }, ...command.commands.flatMap((child) => wordsOf(child, [...path, child.name()]))];
}

/** What may follow a command: the words after "plainwire feed" are its subcommands, after "plainwire feed add" its options. */
type CommandWords = { path: string[]; words: string[] };

const shells = ["bash", "zsh", "fish"] as const;
type Shell = (typeof shells)[number];

/** A script that completes commands and options without running the program. */
function buildCompletion(shell: Shell, commands: CommandWords[]): string {
  switch (shell) {
    case "bash":
      return bash(commands);
    case "zsh":
      return zsh(commands);
    case "fish":
      return fish(commands);
  }
}

function bash(commands: CommandWords[]): string {
  return `# Completion for bash: source <(plainwire completion bash)
_plainwire() {
  local at="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$at $word" in
${steps(commands)}
    esac
  done
  local words=""
  case "$at" in
${choices(commands, (words) => `words="${words}"`)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _plainwire plainwire admin
`;
}

function zsh(commands: CommandWords[]): string {
  return `#compdef plainwire admin
# Completion for zsh: plainwire completion zsh > "\${fpath[1]}/_plainwire"
local at="" word
for word in "\${(@)words[2,CURRENT-1]}"; do
  case "$at $word" in
${steps(commands)}
  esac
done
case "$at" in
${choices(commands, (words) => `compadd -- ${words}`)}
esac
_files
`;
}

/** Only commands change the position; options and arguments do not. */
function steps(commands: CommandWords[]): string {
  return commands
    .filter(({ path }) => path.length > 0)
    .map(({ path }) => `      " ${path.join(" ")}") at="$at $word" ;;`)
    .join("\n");
}

function choices(commands: CommandWords[], say: (words: string) => string): string {
  return commands
    .map(({ path, words }) => `    "${path.map((word) => ` ${word}`).join("")}") ${say(words.join(" "))} ;;`)
    .join("\n");
}

function fish(commands: CommandWords[]): string {
  const lines = commands.flatMap(({ path, words }) => {
    const deeper = words.filter((word) => !word.startsWith("-"));
    const seen = path.map((word) => `__fish_seen_subcommand_from ${word}`);
    const unseen = deeper.length === 0 ? [] : [`not __fish_seen_subcommand_from ${deeper.join(" ")}`];
    const condition = [...seen, ...unseen].join("; and ") || "true";
    return ["plainwire", "admin"].map((name) => `complete -c ${name} -n '${condition}' -a '${words.join(" ")}'`);
  });
  return `# Completion for fish: plainwire completion fish > ~/.config/fish/completions/plainwire.fish\n${lines.join("\n")}\n`;
}
