import type { Command } from "commander";
import { whole } from "../setting.ts";
import { readNumber } from "./read-number.ts";
import type { Load } from "./with-database.ts";

const portUsual = 8_080;

export function addDemoCommand(program: Command, load: Load): void {
  program
    .command("demo")
    .description("run everything on a newsroom of its own, on this machine alone and in a folder of its own")
    .option("--fresh", "remove what an earlier demo has left, and begin anew")
    .option("--port <port>", "where the web server listens; PORT without it", readNumber(whole(1, 65_535)))
    .addHelpText("after", "\nExamples:\n  plainwire demo\n  plainwire demo --fresh --port 9000")
    .action(async (options: { fresh?: boolean; port?: number }) => {
      const { config, written } = load();
      const { runDemo } = await import("../demo/run-demo.ts");
      // Whoever tries it out wants to read where to look, not what each part of it does.
      const logLevel = written.logLevel.from === "default" ? "error" : config.logLevel;
      await runDemo(
        { ...config, logLevel },
        {
          // 0 picks a free one, and nobody could be told which before the server has it.
          port: options.port ?? (config.port || portUsual),
          isFresh: options.fresh ?? false,
          say: (text) => void process.stdout.write(text),
        },
      );
    });
}
