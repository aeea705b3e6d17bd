import { readdirSync } from "node:fs";
import { styleText } from "node:util";
import type { Command } from "commander";
import type { Config } from "../config.ts";
import { Refusal } from "../refusal.ts";
import { answer } from "./answer.ts";
import type { Finding } from "./finding.ts";
import { ok } from "./finding.ts";
import { plain } from "./plain.ts";
import type { Load } from "./with-database.ts";

export function addDoctorCommand(program: Command, load: Load): void {
  program
    .command("doctor")
    .description("check machine, settings, database, network policy, model and queue, and say what to do about each")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      "\nExamples:\n  plainwire doctor\n  plainwire doctor --json | jq '.[] | select(.state != \"ok\")'",
    )
    .action(async (options: { json?: boolean }) => {
      const findings = await examine(load);
      answer(options, findings, () => findings.map(describe).join(""));
      if (findings.some(({ state }) => state === "fail")) process.exitCode = 1;
    });
}

async function examine(load: Load): Promise<Finding[]> {
  const settings = await orFinding("Settings", async () => load().config);
  if ("check" in settings) return [settings];
  const { examineMachine } = await import("./examine-machine.ts");
  const seen = await examineMachine(settings);
  return isUnused(settings)
    ? [...seen, ok("Database", `none yet, the first start makes it in ${settings.dataDir}; the model is asked then`)]
    : [...seen, ...(await examineOpened(settings))];
}

/** Opening a database that does not exist creates one, and a check should leave nothing behind. */
function isUnused({ databaseUrl, dataDir }: Config): boolean {
  if (databaseUrl !== null) return false;
  try {
    return readdirSync(dataDir).length === 0;
  } catch (error) {
    // Whatever else is wrong with it, opening it says better.
    return error instanceof Error && "code" in error && error.code === "ENOENT";
  }
}

async function examineOpened(config: Config): Promise<Finding[]> {
  const { assemble } = await import("../assemble.ts");
  const { createLog } = await import("../telemetry/log.ts");
  const { examineParts } = await import("./examine-parts.ts");
  const parts = await orFinding("Database", () =>
    assemble(config, createLog({ ...config, logLevel: "fatal" }, process.stderr)),
  );
  if ("check" in parts) return [parts];
  try {
    return await examineParts(parts);
  } finally {
    await Promise.all([parts.client.close(), parts.trusted.close()]);
    await parts.db.close();
  }
}

/** A refusal is a finding here: the other checks still have something to say. */
async function orFinding<Result>(check: string, work: () => Promise<Result>): Promise<Result | Finding> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { check, state: "fail", found: error.message, advice: null };
  }
}

const colours = { ok: "green", warn: "yellow", fail: "red" } as const;

function describe({ check, state, found, advice }: Finding): string {
  const mark = styleText(colours[state], state.padEnd(4));
  return `${mark}  ${check}: ${plain(found)}\n${advice === null ? "" : `      → ${plain(advice)}\n`}`;
}
