import type { Command } from "commander";
import { describeWhyNext } from "../feeds/why-next.ts";
import type { Trial } from "../fetching/try-feed.ts";
import type { LoadedConfig } from "../load-config.ts";
import { Refusal } from "../refusal.ts";

type Options = { json?: boolean; header: string[]; items: string };

export function addFetchCommand(program: Command, load: () => LoadedConfig): void {
  program
    .command("fetch")
    .argument("<url>", "address of a feed")
    .description("fetch one URL as a new feed would be, and say what was found; nothing is stored")
    .option(
      "-H, --header <name: value>",
      "send this header as well (repeatable)",
      (value, all: string[]) => [...all, value],
      [],
    )
    .option("-n, --items <count>", "how many items to show", "5")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      "\nExamples:\n  plainwire fetch https://example.org/feed.xml\n  plainwire fetch --json https://example.org/feed.xml | jq .why",
    )
    .action(async (url: string, options: Options) => {
      const trial = await runTrial(load(), url, options.header);
      process.stdout.write(
        options.json ? `${JSON.stringify(toJson(trial), null, 2)}\n` : toText(trial, Number(options.items)),
      );
      if (trial.reading.outcome.kind !== "fetched") process.exitCode = 1;
    });
}

async function runTrial({ config }: LoadedConfig, url: string, headers: string[]): Promise<Trial> {
  const { createClient, fetchLimitsOf, identityOf } = await import("../assemble.ts");
  const { tryFeed } = await import("../fetching/try-feed.ts");
  const client = createClient(config);
  try {
    return await tryFeed(
      {
        get: client.get,
        identity: identityOf(config),
        limits: fetchLimitsOf(config),
        itemsMax: config.fetcherMaxItems,
        strictContentType: config.fetcherStrictContentType,
        now: () => new Date(),
      },
      url,
      parseHeaders(headers),
    );
  } finally {
    await client.close();
  }
}

function parseHeaders(lines: string[]): Record<string, string> {
  return Object.fromEntries(
    lines.map((line) => {
      const [, name, value] = /^([^:\s]+):\s*(.*)$/.exec(line) ?? [];
      if (name === undefined || value === undefined)
        throw new Refusal(`"${line}" is no header: write --header "Name: value".`, 2);
      return [name, value];
    }),
  );
}

function toJson({ result, reading, plan }: Trial): Record<string, unknown> {
  const { outcome, selection, metadata, discovered, movedTo, validators } = reading;
  return {
    outcome,
    status: plan.status,
    error: plan.error,
    httpStatus: result.kind === "response" ? result.status : null,
    failure: result.kind === "failed" ? { kind: result.failure.kind, message: result.failure.message } : null,
    hops: result.hops,
    movedTo,
    validators,
    bytes: result.kind === "response" ? { wire: result.wireBytes, decoded: result.decodedBytes } : null,
    document:
      reading.document === null
        ? null
        : { title: reading.document.title, siteUrl: reading.document.siteUrl, language: reading.document.language },
    metadata,
    discovered,
    items: selection.items.map(({ title, url, guid, author, pubDate }) => ({ title, url, guid, author, pubDate })),
    nextRunAt: plan.nextRunAt,
    why: plan.why,
  };
}

function toText({ result, reading, plan }: Trial, itemsShown: number): string {
  const { items } = reading.selection;
  const response = result.kind === "response" ? result : null;
  const rows: [string, string | null | undefined][] = [
    ["Outcome", plan.error ?? (reading.outcome.kind === "fetched" ? "a feed" : "not fetched")],
    ["Status", response === null ? null : `HTTP ${response.status}`],
    ...result.hops.slice(0, -1).map((hop): [string, string] => ["Redirect", `${hop.status ?? "-"} ${hop.url}`]),
    ["Address", response?.url],
    ["Moved to", reading.movedTo],
    ["Format", reading.metadata.parser],
    ["Charset", reading.metadata.charset],
    ["Size", response === null ? null : `${response.wireBytes} bytes received, ${response.decodedBytes} decoded`],
    ["ETag", reading.validators?.etag],
    ["Last-Modified", reading.validators?.lastModified],
    ["Title", reading.document?.title],
    ["Site", reading.document?.siteUrl],
    ["Items", reading.document === null ? null : String(items.length)],
    ...items
      .slice(0, itemsShown)
      .map(({ title, pubDate }): [string, string] => [
        "",
        `${pubDate.toISOString().slice(0, 16).replace("T", " ")}  ${title}`,
      ]),
    ...(reading.discovered ?? []).map(({ url, title }): [string, string] => [
      "Feed found",
      `${url}${title === null ? "" : `  ${title}`}`,
    ]),
    ...describeWhyNext(plan.why).map((line, index): [string, string] => [index === 0 ? "Schedule" : "", line]),
  ];
  return rows
    .flatMap(([name, value]) => (value === null || value === undefined ? [] : [`${name.padEnd(14)} ${value}\n`]))
    .join("");
}
