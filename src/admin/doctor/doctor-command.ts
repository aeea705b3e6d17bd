import { readdirSync } from "node:fs";
import { styleText } from "node:util";
import type { Command } from "commander";
import type { Config } from "../../config.ts";
import { answer, closeParts, type Invocation, type Layout, reachFor } from "../command-context.ts";
import { plain } from "../format.ts";
import { examineMachine, type Finding, ok, orFinding } from "./examine-machine.ts";

export function addDoctorCommand(program: Command, invocation: Invocation): void {
  program
    .command("doctor")
    .description(
      "check machine, settings, database, sign-in, model, mail, backup and queue, and say what to do about each",
    )
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      "\nExamples:\n  plainwire doctor\n  plainwire doctor --json | jq '.[] | select(.state != \"ok\")'",
    )
    .action(async (options: { json?: boolean }) => {
      const findings = await examine(invocation);
      answer(invocation, options, findings, (layout) =>
        findings.map((finding) => describeFinding(finding, layout)).join(""),
      );
      if (findings.some(({ state }) => state === "fail")) invocation.exitCode = 1;
    });
}

async function examine(invocation: Invocation): Promise<Finding[]> {
  const settings = await orFinding("Settings", async () => invocation.load().config);
  if ("check" in settings) return [settings];
  const seen = await examineMachine(settings, invocation.io.node.version);
  const canCreate = !seen.some(({ check, state }) => check === "Disk" && state === "fail");
  if (isUnused(settings) && !canCreate) return seen;
  return isUnused(settings)
    ? [...seen, ok("Database", `none yet, the first start creates it in ${settings.dataDir}; the model is asked then`)]
    : [...seen, ...(await examineOpened(invocation, settings))];
}

/** Opening a database that does not exist creates one, and a check should leave nothing behind. */
function isUnused({ databaseUrl, dataDir }: Config): boolean {
  if (databaseUrl !== null) return false;
  try {
    return readdirSync(dataDir).length === 0;
  } catch (error) {
    // Opening it explains any other problem better.
    return error instanceof Error && "code" in error && error.code === "ENOENT";
  }
}

async function examineOpened(invocation: Invocation, config: Config): Promise<Finding[]> {
  const { assemble } = await import("../../assemble.ts");
  const { createLog } = await import("../../telemetry/log.ts");
  const { examineParts } = await import("./examine-parts.ts");
  const parts = await orFinding("Database", () =>
    assemble(config, createLog({ ...config, logLevel: "fatal" }, invocation.io.err), reachFor(invocation)),
  );
  if ("check" in parts) return [parts];
  try {
    return await examineParts(parts);
  } finally {
    await closeParts(parts);
  }
}

const colours = { ok: "green", warn: "yellow", fail: "red" } as const;

function describeFinding({ check, state, found, advice }: Finding, { hasColours }: Layout): string {
  const word = state.padEnd(4);
  const mark = hasColours ? styleText(colours[state], word, { validateStream: false }) : word;
  return `${mark}  ${check}: ${plain(found)}\n${advice === null ? "" : `      → ${plain(advice)}\n`}`;
}
