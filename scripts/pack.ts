// Run by `npm pack`: writes dist/, the sources without types, which is what an installed package runs.
// node scripts/pack.ts [--clean]
import { rmSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { stripSources } from "./pack/strip-sources.ts";

const { values } = parseArgs({ options: { clean: { type: "boolean" } } });
const root = resolve(import.meta.dirname, "..");
const target = resolve(root, "dist");

rmSync(target, { recursive: true, force: true });
if (values.clean !== true) {
  const { stripped, copied } = stripSources(resolve(root, "src"), target);
  // npm prints the name of the package to standard output, which programs read.
  console.error(`dist/: ${stripped} sources without types, ${copied} other files`);
}
