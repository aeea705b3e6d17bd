import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Command } from "commander";
import { Refusal } from "../refusal.ts";
import type { Session } from "./io.ts";

const script = resolve(import.meta.dirname, "../../scripts/eval.ts");

export function addEvalCommand(program: Command, session: Session): void {
  program
    .command("eval")
    .description("measure how good the analysis is on items with known answers; fail below the required values")
    .addHelpText("after", "\nExample:\n  plainwire eval")
    .action(async () => {
      // Its items and measures are part of the tests, which a container may not have.
      if (!existsSync(script))
        throw new Refusal("The evaluation is not installed here: run it in a clone of the project.");
      const { env, cwd, out, err, node } = session.io;
      const child = spawn(node.path, [...node.args, script], { env, cwd, stdio: ["ignore", "pipe", "pipe"] });
      child.stdout.on("data", (chunk: Buffer) => void out.write(chunk));
      child.stderr.on("data", (chunk: Buffer) => void err.write(chunk));
      const [code] = (await once(child, "close")) as [number | null];
      session.exitCode = code === 0 ? 0 : 1;
    });
}
