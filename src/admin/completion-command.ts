import { Argument } from "commander";
import type { Command } from "commander";
import type { CommandWords, Shell } from "./build-completion.ts";
import { buildCompletion, shells } from "./build-completion.ts";
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
