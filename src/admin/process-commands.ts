import type { Command } from "commander";
import { whole } from "../setting.ts";
import { parseNumber } from "./arguments.ts";
import type { Invocation } from "./command-context.ts";
import { roleCommands, runInRoles } from "./run-in-roles.ts";

const portUsual = 8_080;

/** The commands that run until they are told to stop. */
export function addProcessCommands(program: Command, invocation: Invocation): void {
  for (const [name, roles, description] of roleCommands) {
    program
      .command(name)
      .description(description)
      .addHelpText("after", `\nExample:\n  plainwire ${name}`)
      .action(() => runInRoles(roles, invocation));
  }

  program
    .command("demo")
    .description("run everything with a local demo newsroom, on this machine only and in a separate folder")
    .option("--fresh", "remove the data of an earlier demo and start from scratch")
    .option("--port <port>", "where the web server listens; PORT without it", parseNumber(whole(1, 65_535)))
    .addHelpText("after", "\nExamples:\n  plainwire demo\n  plainwire demo --fresh --port 9000")
    .action((options: DemoOptions) => demo(invocation, options));
}

type DemoOptions = { fresh?: boolean; port?: number };

async function demo({ io, load }: Invocation, { fresh = false, port }: DemoOptions): Promise<void> {
  const { config, written } = load();
  const { runDemo } = await import("../demo/run-demo.ts");
  // People who try the demo want to see where to look, not a log of every part.
  const logLevel = written.logLevel.from === "default" ? "error" : config.logLevel;
  await runDemo(
    { ...config, logLevel },
    {
      // 0 would pick a free port, but the demo has to print the port before the server has it.
      port: port ?? (config.port || portUsual),
      isFresh: fresh,
      hooks: io,
    },
  );
}
