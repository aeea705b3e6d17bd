import type { Command } from "commander";
import type { InstallPlan, InstallStep } from "../models/inside/install-model.ts";
import type { InstalledModel } from "../models/inside/model-files.ts";
import { suggestedModels } from "../models/inside/suggested-models.ts";
import { Refusal } from "../refusal.ts";
import { answer, type Invocation, withParts } from "./command-context.ts";
import { startProgress } from "./start-progress.ts";

type InstallOptions = { name?: string; sha256?: string; inPlace?: boolean; json?: boolean };

/** Models that this installation runs itself: `plainwire model install` and `remove`. */
export function addModelInstallCommands(model: Command, invocation: Invocation): void {
  addInstallCommand(model, invocation);
  addRemoveCommand(model, invocation);
}

function addInstallCommand(model: Command, invocation: Invocation): void {
  const names = suggestedModels.map(({ name }) => name).join(", ");
  model
    .command("install")
    .argument("<source>", `${names}, the address of a GGUF file, or a file on this machine`)
    .description("install a model that Plainwire runs itself, and llama.cpp with it; stopped, it goes on the next time")
    .option("--name <name>", "its name here; the file's by default")
    .option("--sha256 <checksum>", "refuse any other file")
    .option("--in-place", "leave the file where it is")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      "\nExamples:\n  plainwire model install qwen2.5-1.5b\n  plainwire model install ~/models/some-model.gguf --name mine",
    )
    .action(async (source: string, options: InstallOptions) => {
      const plan = await install(invocation, source, options);
      const { name } = plan;
      answer(invocation, options, { ...plan, installed: true }, () => {
        return `Installed ${name}. Try it, and use it:\n  plainwire model use inside ${name}\n  plainwire model try\n`;
      });
    });
}

/** Without the database: it needs none, and a download takes long. */
async function install(invocation: Invocation, source: string, options: InstallOptions): Promise<InstallPlan> {
  const { io } = invocation;
  const { config } = invocation.load();
  const { createInside } = await import("../assemble.ts");
  const { createLog } = await import("../telemetry/log.ts");
  const log = createLog({ ...config, logLevel: "error" }, io.err);
  const inside = createInside(config, { log, now: () => new Date() });
  const signal = io.catchStop();
  try {
    const { name, sha256, inPlace } = options;
    const plan = await inside.plan({ source, cwd: io.cwd, name, sha256, inPlace }, signal);
    io.err.write(describePlan(plan));
    const { onStep, stop } = showSteps(invocation, plan);
    await inside.install(plan, { signal, onStep }).finally(stop);
    return plan;
  } finally {
    await inside.close();
  }
}

function describePlan({ name, bytes, haveBytes, freeBytes, needsRuntime, source }: InstallPlan): string {
  const size = bytes === null ? "its size is not known" : megabytes(bytes);
  const have = haveBytes > 0 ? `, ${megabytes(haveBytes)} of it are here` : "";
  const work = source.kind === "url" ? "to download" : source.inPlace ? "stays where it is" : "to link or copy";
  const runtime = needsRuntime ? "llama.cpp: about 90 MB, installed with npm\n" : "";
  return `${name}: ${size} ${work}${have}\n${runtime}Free on the disk: ${megabytes(freeBytes)}\n`;
}

/** A line for each step, and a bar in megabytes on a terminal. */
function showSteps({ io }: Invocation, { bytes, haveBytes }: InstallPlan) {
  const unit = 1_000_000;
  let last: InstallStep["step"] | null = null;
  let shown = Math.floor(haveBytes / unit);
  let bar: ReturnType<typeof startProgress> | null = null;
  const onStep = (step: InstallStep) => {
    if (step.step !== last) {
      bar?.stop();
      if (step.step === "runtime") io.err.write("Installing llama.cpp …\n");
      if (step.step === "model") {
        io.err.write("Downloading …\n");
        bar = startProgress(io, "MB", Math.ceil((bytes ?? 0) / unit));
        bar.advance(shown);
      }
      if (step.step === "check") io.err.write("Checking …\n");
      last = step.step;
    }
    if (step.step !== "model") return;
    const done = Math.floor(step.doneBytes / unit);
    if (done > shown) bar?.advance(done - shown);
    shown = Math.max(shown, done);
  };
  return { onStep, stop: () => bar?.stop() };
}

function addRemoveCommand(model: Command, invocation: Invocation): void {
  model
    .command("remove")
    .argument("<name>", "as 'plainwire model list' shows it")
    .description("delete an installed model, or what is left of a download")
    .option("--json", "as JSON")
    .addHelpText("after", "\nExample:\n  plainwire model remove qwen2.5-1.5b")
    .action(async (name: string, options: { json?: boolean }) => {
      await withParts(invocation, async ({ config, db, secrets, inside }) => {
        const { readModel } = await import("../models/model-settings-store.ts");
        const { provider, model: used } = await readModel(db.worker, { config, secrets });
        if (provider === "inside" && used === name)
          throw new Refusal(`${name} is in use. Choose another one first, or none: plainwire model use none`);
        if (!(await inside.remove(name))) throw new Refusal(`There is no model ${name} here.`);
      });
      answer(invocation, options, { removed: name }, () => `Removed ${name}.\n`);
    });
}

/** Nothing where nothing is installed. */
export function describeInstalled(installed: readonly InstalledModel[]): string {
  if (installed.length === 0) return "";
  return `\nInstalled here:\n${installed.map(({ name, bytes }) => `  ${name} (${megabytes(bytes)})\n`).join("")}`;
}

function megabytes(bytes: number): string {
  return bytes < 1e9 ? `${Math.ceil(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
