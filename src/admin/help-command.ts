import type { Command } from "commander";
import { ownVersion } from "../own-version.ts";
import { Refusal } from "../refusal.ts";
import type { Session } from "./io.ts";

const widthOfDocument = 110;

export function addHelpCommand(program: Command, session: Session): void {
  program
    .helpCommand(false)
    .command("help")
    .argument("[command...]", "such as feed add")
    .description("explain a command")
    .option("--markdown", "all of them, as docs/cli.md")
    .addHelpText("after", "\nExamples:\n  plainwire help feed add\n  plainwire help --markdown > docs/cli.md")
    .action((words: string[], options: { markdown?: boolean }) => {
      session.io.out.write(options.markdown ? cliMarkdown(program) : helpOf(findCommand(program, words)));
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
    "0 done, 1 failed, 2 wrong usage. Errors are one sentence on standard error; `--json` prints data for programs. Colours and",
    "progress bars appear on a terminal only, colours never with `NO_COLOR`.",
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

export function addVersionCommand(program: Command, session: Session): void {
  program
    .command("version")
    .description("print the versions of Plainwire and Node")
    .addHelpText("after", "\nExample:\n  plainwire version")
    .action(() => {
      session.io.out.write(`Plainwire ${ownVersion()} on Node ${session.io.node.version}\n`);
    });
}
