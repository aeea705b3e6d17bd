import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, rmdir, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Config } from "../../config.ts";
import { isDatabaseUnavailable } from "../../database/unavailable.ts";
import { explainRefusedUrl } from "../../fetching/request-headers.ts";
import { Refusal } from "../../refusal.ts";

/** What one check of `doctor` found, and what an operator should do about it. */
export type Finding = { check: string; state: "ok" | "warn" | "fail"; found: string; advice: string | null };

export function ok(check: string, found: string): Finding {
  return { check, state: "ok", found, advice: null };
}

export function warn(check: string, found: string, advice: string): Finding {
  return { check, state: "warn", found, advice };
}

export function fail(check: string, found: string, advice: string): Finding {
  return { check, state: "fail", found, advice };
}

/** A refusal is a finding here, and so is a database that went away, because the other checks still run. */
export async function orFinding<Result>(check: string, work: () => Promise<Result>): Promise<Result | Finding> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) return { check, state: "fail", found: error.message, advice: null };
    if (!(error instanceof Error) || !isDatabaseUnavailable(error)) throw error;
    return fail(check, `the database went away (${error.message})`, "Try again.");
  }
}

const freeBytesMin = 200_000_000;
const freeBytesWanted = 2_000_000_000;

/** What can be checked without a database. */
export async function examineMachine(config: Config, nodeVersion: string): Promise<Finding[]> {
  return [examineNode(nodeVersion), await examineDisk(config), await examineNetwork(config)];
}

function examineNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > 24 || (major === 24 && minor >= 12)
    ? ok("Node", `version ${version}`)
    : fail("Node", `version ${version}`, "Run 'npm ci', which brings 24, and start by bin/plainwire.");
}

async function examineDisk({ dataDir, databaseUrl }: Config): Promise<Finding> {
  const folder = nearestFolder(dataDir);
  const refusal = await explainUnwritable(folder);
  if (refusal !== null) {
    const say = databaseUrl === null ? fail : warn;
    return say("Disk", refusal, "Make it writable for this user, or set DATA_DIR to another folder.");
  }
  const { bavail, bsize } = await statfs(folder);
  const freeBytes = bavail * bsize;
  const found = `${(freeBytes / 1e9).toFixed(1)} GB free for ${dataDir}`;
  if (databaseUrl !== null || freeBytes >= freeBytesWanted) return ok("Disk", found);
  const advice = "Make room, or move DATA_DIR: PostgreSQL stops when the disk is full.";
  return freeBytes < freeBytesMin ? fail("Disk", found, advice) : warn("Disk", found, advice);
}

/** By doing it: rights alone do not tell, for root least of all. */
async function explainUnwritable(folder: string): Promise<string | null> {
  const probe = join(folder, `.plainwire-probe-${randomUUID()}`);
  try {
    await mkdir(probe);
    await rmdir(probe);
    return null;
  } catch (error) {
    return `${folder} cannot be written (${error instanceof Error && "code" in error ? String(error.code) : String(error)})`;
  }
}

/** DATA_DIR is created at the first start. */
function nearestFolder(folder: string): string {
  return existsSync(folder) ? folder : nearestFolder(dirname(folder));
}

async function examineNetwork({ fetchAllowNetworks }: Config): Promise<Finding> {
  const asked = await Promise.all(
    [
      "http://127.0.0.1/",
      "http://10.0.0.1/",
      "http://192.168.0.1/",
      "http://169.254.169.254/",
      "http://[fd00::1]/",
    ].map(async (url) => ({ url, reason: await explainRefusedUrl(url, fetchAllowNetworks) })),
  );
  const allowed = asked.filter(({ reason }) => reason === null).map(({ url }) => new URL(url).hostname);
  if (fetchAllowNetworks.length === 0 && allowed.length === 0)
    return ok("Network policy", "feeds reach public addresses only");
  const count = fetchAllowNetworks.length;
  return warn(
    "Network policy",
    `feeds may reach ${count} private ${count === 1 ? "network" : "networks"}${allowed.length === 0 ? "" : `, ${allowed.join(", ")} among them`}`,
    "Unset FETCH_ALLOW_NETWORKS unless every network in it is meant for anybody who can add a feed.",
  );
}
