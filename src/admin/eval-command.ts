import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Command } from "commander";
import { Refusal } from "../refusal.ts";

const script = resolve(import.meta.dirname, "../../scripts/eval.ts");

export function addEvalCommand(program: Command): void {
  program
    .command("eval")
    .description("measure how good the analysis is on items with known answers; fail below the required values")
    .addHelpText("after", "\nExample:\n  plainwire eval")
    .action(async () => {
      // Its items and measures are the tests', which a container may go without.
      if (!existsSync(script))
        throw new Refusal("The evaluation is not installed here: run it in a clone of the project.");
      const child = spawn(process.execPath, [...process.execArgv, script], { stdio: "inherit" });
      const [code] = (await once(child, "exit")) as [number | null];
      process.exitCode = code === 0 ? 0 : 1;
    });
}
