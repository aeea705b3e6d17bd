import type { Command } from "commander";
import { z } from "zod";
import type { Config } from "../config.ts";
import { ownVersion } from "../own-version.ts";
import { Refusal } from "../refusal.ts";
import { parseJson } from "../text/parse-json.ts";
import { answer, type Invocation } from "./command-context.ts";
import { plain } from "./format.ts";
import { isNewer, parseVersion } from "./parse-version.ts";

export function addUpdateCheckCommand(program: Command, invocation: Invocation): void {
  program
    .command("update-check")
    .description("ask UPDATE_CHECK_URL for the newest version; fails with exit code 1 if it is newer than this one")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      "\nExample:\n  UPDATE_CHECK_URL=https://git.example.org/api/repos/plainwire/releases/latest plainwire update-check",
    )
    .action(async (options: { json?: boolean }) => {
      const found = await findNewest(invocation.load().config);
      answer(invocation, options, found, () => describe(found));
      if (found.isNewer) invocation.exitCode = 1;
    });
}

type Found = { installed: string; newest: string; isNewer: boolean; page: string | null };

function describe({ installed, newest, isNewer: isOutdated, page }: Found): string {
  if (!isOutdated) return `This is Plainwire ${installed}, and the newest is ${newest}: nothing to do.\n`;
  const where = page === null ? "" : ` See ${plain(page)}.`;
  return `Plainwire ${newest} is there; this is ${installed}.${where} Back up first: docs/backup-and-upgrade.md.\n`;
}

// The forms that forges and package registries have: `tag_name` with `html_url`, or `version`. Our own is {"version": "1.2.3"}.
const release = z.object({
  version: z.string().optional(),
  tag_name: z.string().optional(),
  html_url: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .optional()
    .catch(undefined),
});

async function findNewest(config: Config): Promise<Found> {
  const url = config.updateCheckUrl;
  if (url === null) {
    throw new Refusal("Nobody is asked for newer versions: set UPDATE_CHECK_URL to where releases are announced.");
  }
  const named = release.safeParse(parseJson(await fetchText(config, url))).data;
  const newest = parseVersion(named?.tag_name ?? named?.version ?? "");
  if (newest === null) {
    throw new Refusal(
      `UPDATE_CHECK_URL ${url} names no version: it must answer with JSON such as {"version": "1.2.3"}.`,
    );
  }
  const installed = ownVersion();
  return {
    installed,
    newest: newest.text,
    isNewer: isNewer(newest, parseVersion(installed)),
    page: named?.html_url ?? null,
  };
}

/** By the guarded client, like any address: a release page that redirects into this network leads nowhere. */
async function fetchText(config: Config, url: string): Promise<string> {
  const { createClient, identityOf } = await import("../assemble.ts");
  const client = createClient(config);
  try {
    // Who asks is in no header but this one: the program and its version, no address and no number of an installation.
    const userAgent = `Plainwire/${identityOf(config).version}`;
    const result = await client.get({ url, userAgent, accept: "application/json" });
    if (result.kind === "failed") {
      throw new Refusal(`UPDATE_CHECK_URL ${url} cannot be asked: ${result.failure.detail || result.failure.message}`);
    }
    if (result.status !== 200) throw new Refusal(`UPDATE_CHECK_URL ${url} answered with ${result.status}.`);
    return result.body.toString("utf8");
  } finally {
    await client.close();
  }
}
