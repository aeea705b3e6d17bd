import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { arch, platform } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { createFolder } from "../../create-folder.ts";
import { Refusal } from "../../refusal.ts";
import { parseJson } from "../../text/parse-json.ts";
import { minuteMs } from "../../time.ts";

/** Tried with this one. Its types in llama-module.ts are those of version 3. */
const version = "3.22.1";

/** Package and binary together are 85 MB on linux-x64, and npm unpacks before it moves. */
export const runtimeBytes = 200_000_000;

const binaries: Partial<Record<string, string>> = {
  "linux-x64": "linux-x64",
  "linux-arm64": "linux-arm64",
  "linux-arm": "linux-armv7l",
  "linux-riscv64": "linux-riscv64",
  "darwin-arm64": "mac-arm64-metal",
  "darwin-x64": "mac-x64",
  "win32-x64": "win-x64",
  "win32-arm64": "win-arm64",
};

/** The package, and the one binary for this machine's processor. A plain install brings those for graphics cards, too: 725 MB. */
function packagesFor(machine: string): string[] {
  const binary = binaries[machine];
  if (binary === undefined) throw new Refusal(`There is no build of llama.cpp for this machine (${machine}).`);
  return ["node-llama-cpp", `@node-llama-cpp/${binary}`];
}

const machineHere = `${platform()}-${arch()}`;

export async function isRuntimeInstalled(runtime: string, machine = machineHere): Promise<boolean> {
  // npm writes it when everything else is in place, so that half an install does not count.
  const text = await readFile(join(runtime, "node_modules", ".package-lock.json"), "utf8").catch(() => "");
  const { packages } = z
    .object({ packages: z.record(z.string(), z.looseObject({ version: z.string().optional() })) })
    .catch({ packages: {} })
    .parse(parseJson(text));
  return packagesFor(machine).every((name) => packages[`node_modules/${name}`]?.version === version);
}

const installMsMax = 30 * minuteMs;
const outputBytesMax = 1_000_000;

export type RunNpm = (args: string[], options: { cwd: string; signal: AbortSignal }) => Promise<void>;

/** With npm, from wherever it is set up to get packages. No script of a package runs. */
export async function installRuntime(
  runtime: string,
  signal: AbortSignal,
  { runNpm = callNpm, machine = machineHere }: { runNpm?: RunNpm; machine?: string } = {},
): Promise<void> {
  const packages = packagesFor(machine).map((name) => `${name}@${version}`);
  createFolder(runtime);
  // A folder without one: npm would look for the next one above, and that may be ours.
  await writeFile(join(runtime, "package.json"), `${JSON.stringify({ private: true })}\n`);
  const quiet = ["--no-audit", "--no-fund", "--no-progress", "--loglevel=error"];
  const args = [
    "install",
    "--no-save",
    "--omit=optional",
    "--ignore-scripts",
    "--prefer-offline",
    ...quiet,
    ...packages,
  ];
  await runNpm(args, { cwd: runtime, signal });
  if (!(await isRuntimeInstalled(runtime, machine)))
    throw new Refusal(`npm said that it installed ${packages.join(" and ")}, but they are not in ${runtime}.`);
}

const callNpm: RunNpm = (args, { cwd, signal }) =>
  new Promise((resolve, reject) => {
    const isWindows = platform() === "win32";
    const options = { cwd, signal, timeout: installMsMax, maxBuffer: outputBytesMax, shell: isWindows };
    execFile(isWindows ? "npm.cmd" : "npm", args, options, (error, _out, stderr) => {
      if (error === null) resolve();
      else reject(new Refusal(explain(error, stderr.trim(), args, cwd)));
    });
  });

const wordsMax = 600;

function explain(error: Error & { code?: unknown }, stderr: string, args: string[], cwd: string): string {
  if (error.name === "AbortError") return "Stopped while npm installed llama.cpp. Run it again.";
  const byHand = `On a machine with npm, run this in a folder, and copy the folder to ${cwd}:\n  npm ${args.join(" ")}`;
  if (error.code === "ENOENT") return `llama.cpp is installed with npm, and there is no npm here. ${byHand}`;
  return `npm could not install llama.cpp:\n${stderr.slice(-wordsMax) || error.message}\n${byHand}`;
}
