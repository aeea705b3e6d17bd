import { Argument, type Command } from "commander";
import type { Session } from "./io.ts";

export function addCompletionCommand(program: Command, session: Session): void {
  program
    .command("completion")
    .addArgument(new Argument("<shell>", "which shell").choices(shells))
    .description("print a script that completes commands and options in your shell")
    .addHelpText(
      "after",
      "\nExamples:\n  source <(plainwire completion bash)\n  plainwire completion fish > ~/.config/fish/completions/plainwire.fish",
    )
    .action((shell: Shell) => {
      session.io.out.write(buildCompletion(shell, wordsOf(program, [])));
    });
}

function wordsOf(command: Command, path: string[]): CommandWords[] {
  const options = command.options.flatMap(({ long }) => long ?? []);
  const words = [...command.commands.map((child) => child.name()), ...options, "--help"];
  return [{ path, words }, ...command.commands.flatMap((child) => wordsOf(child, [...path, child.name()]))];
}

/** What may follow a command: the words after "plainwire feed" are its subcommands, after "plainwire feed add" its options. */
export type CommandWords = { path: string[]; words: string[] };

export const shells = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof shells)[number];

/** A script that completes commands and options without running the program. */
export function buildCompletion(shell: Shell, commands: CommandWords[]): string {
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
