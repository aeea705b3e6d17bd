import { writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Command } from "commander";
import { createFolder } from "../create-folder.ts";
import { ownVersion } from "../own-version.ts";
import { Refusal } from "../refusal.ts";
import { whole } from "../setting.ts";
import { parseNumber } from "./arguments.ts";
import type { Invocation } from "./command-context.ts";

type Options = { port: number; out?: string };

const portUsual = 8090;
const graceMs = 1_000;

export function addDocsCommand(program: Command, invocation: Invocation): void {
  program
    .command("docs")
    .description("serve these documents as a site with search, on this machine only, or write it to a folder")
    .option("--port <port>", "where to listen; 0 takes a free one", parseNumber(whole(0, 65_535)), portUsual)
    .option("--out <folder>", "write the pages there instead; they work without a server")
    .addHelpText("after", "\nExamples:\n  plainwire docs\n  plainwire docs --out public")
    .action((options: Options) =>
      options.out === undefined ? serve(invocation, options) : write(invocation, options.out),
    );
}

async function serve({ io }: Invocation, { port }: Options): Promise<void> {
  const { serveDocs } = await import("../docs-site/serve-docs.ts");
  const stop = io.catchStop();
  const server = await serveDocs(await site(), port);
  io.out.write(`The documents are on ${server.url} (Ctrl-C stops)\n`);
  await new Promise((stopped) => {
    if (stop.aborted) stopped(null);
    stop.addEventListener("abort", stopped, { once: true });
  });
  await server.stop(graceMs);
}

async function write({ io }: Invocation, out: string): Promise<void> {
  const folder = resolve(io.cwd, out);
  const files = await site();
  try {
    for (const [path, { bytes }] of files) {
      const file = join(folder, path);
      createFolder(dirname(file));
      writeFileSync(file, bytes);
    }
  } catch (error) {
    throw new Refusal(`${out} cannot be written: ${error instanceof Error ? error.message : String(error)}.`);
  }
  io.out.write(`Wrote ${files.size} files. Open ${join(folder, "index.html")}\n`);
}

async function site() {
  const { assembleSite } = await import("../docs-site/assemble-site.ts");
  const files = assembleSite(resolve(import.meta.dirname, "../.."), ownVersion());
  // A container has none.
  if (!files.has("index.html"))
    throw new Refusal("The documents are not installed here: run this in a clone, or in a package that npm installed.");
  return files;
}
