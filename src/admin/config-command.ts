import { type Command, Option } from "commander";
import { settings } from "../config.ts";
import type { LoadedConfig } from "../load-config.ts";
import type { Invocation } from "./command-context.ts";

export function addConfigCommand(program: Command, invocation: Invocation): void {
  program
    .command("config")
    .description("print every setting: its value and where it came from, secrets hidden")
    .option("--json", "as JSON")
    .addOption(new Option("--markdown", "as the table of docs/configuration.md").conflicts("json"))
    .addHelpText("after", "\nExamples:\n  plainwire config\n  PORT=9000 plainwire config --json")
    .action((options: { json?: boolean; markdown?: boolean }) => {
      if (options.markdown) return void invocation.io.out.write(configMarkdown());
      const rows = describe(invocation.load());
      invocation.io.out.write(options.json ? `${JSON.stringify(rows, null, 2)}\n` : lines(rows));
    });
}

type Row = { name: string; value: string; from: string };

function describe({ written }: LoadedConfig): Row[] {
  return keys().map((key) => {
    const { name, secret } = settings[key];
    const { text, from } = written[key];
    return { name, value: secret && text !== "" ? "(hidden)" : text, from };
  });
}

function lines(rows: Row[]): string {
  const name = Math.max(...rows.map((row) => row.name.length));
  const value = Math.max(...rows.map((row) => row.value.length));
  return rows.map((row) => `${row.name.padEnd(name)}  ${row.value.padEnd(value)}  ${row.from}\n`).join("");
}

/** The content of docs/configuration.md; a test compares the two. */
export function configMarkdown(): string {
  const rows = keys().map((key) => {
    const { name, fallback, help, secret } = settings[key];
    return `| \`${name}\` | ${fallback === "" ? "" : `\`${fallback}\``} | ${help}${secret ? " Secret." : ""} |`;
  });
  return [
    "# Configuration",
    "",
    "Settings come from environment variables, or from a file `.env` in the working directory (for a package that npm installed: in",
    "`DATA_DIR`); the environment wins. A malformed setting, or an unknown name in `.env`, stops the start with a sentence; an",
    "unknown name in the environment that begins like ours is a warning. `bin/plainwire config` prints the current values.",
    "",
    "Written by `bin/plainwire config --markdown`; do not edit.",
    "",
    "| name | default | what it does |",
    "|---|---|---|",
    ...rows,
    "",
  ].join("\n");
}

function keys(): (keyof typeof settings)[] {
  return Object.keys(settings) as (keyof typeof settings)[];
}
