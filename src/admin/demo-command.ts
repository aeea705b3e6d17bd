import type { Command } from "commander";
import { whole } from "../setting.ts";
import { readNumber } from "./read-number.ts";
import type { Load } from "./with-database.ts";

const portUsual = 8_080;

export function addDemoCommand(program: Command, load: Load): void {
  program
    .command("demo")
    .description("run everything with a local demo newsroom, on this machine only and in a separate folder")
    .option("--fresh", "remove the data of an earlier demo and start from scratch")
    .option("--port <port>", "where the web server listens; PORT without it", readNumber(whole(1, 65_535)))
    .addHelpText("after", "\nExamples:\n  plainwire demo\n  plainwire demo --fresh --port 9000")
    .action(async (options: { fresh?: boolean; port?: number }) => {
      const { config, written } = load();
      const { runDemo } = await import("../demo/run-demo.ts");
      // People who try the demo want to see where to look, not a log of every part.
      const logLevel = written.logLevel.from === "default" ? "error" : config.logLevel;
      await runDemo(
        { ...config, logLevel },
        {
          // 0 would pick a free port, but the demo has to print the port before the server has it.
          port: options.port ?? (config.port || portUsual),
          isFresh: options.fresh ?? false,
          say: (text) => void process.stdout.write(text),
        },
      );
    });
}
