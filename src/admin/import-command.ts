import { type Command, Option } from "commander";
import { findPersonByEmail } from "../accounts/person-store.ts";
import type { Parts } from "../assemble.ts";
import { parseOpml } from "../feeds/opml.ts";
import type { ImportReport } from "../feeds/import-store.ts";
import type { MoveParts, MoveReport } from "../moving/move-in.ts";
import type { OtherReader } from "../moving/other-reader.ts";
import { Refusal } from "../refusal.ts";
import { parseUrl, readDocument } from "./arguments.ts";
import { answer, type Invocation, stopOnInterrupt, withParts } from "./command-context.ts";
import { plain } from "./format.ts";

type Options = { account: string; json?: boolean };
type ServerOptions = Options & { url?: string; token?: string; user?: string; password?: string; file?: string };

export function addImportCommand(program: Command, invocation: Invocation): void {
  const move = program
    .command("import")
    .description("move a person's feeds, folders, stars and read marks in from another reader");

  addCommon(move.command("opml").argument("<file>", "of any reader; - is standard input"))
    .description("subscribe a person to the feeds of an OPML file, in its folders")
    .addHelpText("after", "\nExample:\n  plainwire import opml feedly.opml --account me@example.org")
    .action(async (file: string, options: Options) => {
      const stop = stopOnInterrupt(invocation.io);
      const list = parseOpml(await readDocument(invocation.io, file));
      const { importForPerson } = await import("../moving/move-in.ts");
      const report = await withParts(invocation, async (parts) =>
        importForPerson(movePartsOf(parts), await findAccount(parts, options.account), list, stop),
      );
      answer(invocation, options, report, () => describeFeeds(report));
      if (report.faults.length > 0 || stop.aborted) invocation.exitCode = 1;
    });

  addCommon(move.command("miniflux"))
    .description("move a person in from a Miniflux server: feeds, folders, stars, what was read")
    .requiredOption("--url <url>", "its address; private addresses are allowed, because you name it")
    .addOption(
      new Option("--token <token>", "an API key (Settings → API Keys); - reads it from standard input").conflicts([
        "user",
        "password",
      ]),
    )
    .option("--user <name>", "instead of a key")
    .option("--password <password>", "of that user; - reads it from standard input")
    .addHelpText(
      "after",
      "\nExample:\n  plainwire import miniflux --url https://miniflux.example.org --token - --account me@example.org < key" +
        "\n\nIf it stops, run the same command again: it goes on where it was.",
    )
    .action((options: ServerOptions) => runMove(invocation, "miniflux", options));

  addCommon(move.command("freshrss"))
    .description(
      "move a person in from a FreshRSS server or its file starred_….json: feeds, folders, stars, what was read",
    )
    .option("--url <url>", "its address, without /api; private addresses are allowed, because you name it")
    .option("--user <name>", "whose feeds they are there")
    .option("--password <password>", "their API password (Settings → Profile); - reads it from standard input")
    .addOption(
      new Option("--file <file>", "instead of a server: a JSON file that FreshRSS exported").conflicts([
        "url",
        "user",
        "password",
      ]),
    )
    .addHelpText(
      "after",
      "\nExamples:\n  plainwire import freshrss --url https://rss.example.org --user me --password - --account me@example.org < password" +
        "\n  plainwire import freshrss --file starred_2026-11-17.json --account me@example.org" +
        "\n\nIf it stops, run the same command again: it goes on where it was.",
    )
    .action((options: ServerOptions) => runMove(invocation, "freshrss", options));
}

function addCommon(command: Command): Command {
  return command
    .requiredOption("--account <email>", "who moves in: 'plainwire user create' makes the account")
    .option("--json", "the report as JSON");
}

async function runMove(invocation: Invocation, kind: "miniflux" | "freshrss", options: ServerOptions): Promise<void> {
  const { io } = invocation;
  const stop = stopOnInterrupt(io);
  const given = await readSecrets(invocation, options);
  const { moveIn } = await import("../moving/move-in.ts");
  const report = await withParts(invocation, async (parts) => {
    const personId = await findAccount(parts, options.account);
    const { reader, origin } = await openReader(invocation, parts, { kind, given, stop });
    return moveIn(movePartsOf(parts), {
      personId,
      origin: `${kind} ${origin}`,
      reader,
      signal: stop,
      said: ({ mark, done, total }) =>
        io.err.write(`${mark === "starred" ? "Stars" : "Read"}: ${done}${total === null ? "" : ` of ${total}`}\n`),
    });
  });
  answer(invocation, options, report, () => describeMove(report));
  if (stop.aborted) io.err.write("Stopped. Run the same command again: it goes on from here.\n");
  if (!report.isWhole) invocation.exitCode = 1;
}

type Asked = { kind: "miniflux" | "freshrss"; given: ServerOptions; stop: AbortSignal };

async function openReader(
  { io }: Invocation,
  { trusted }: Parts,
  { kind, given, stop }: Asked,
): Promise<{ reader: OtherReader; origin: string }> {
  const { url, token, user, password, file } = given;
  if (kind === "freshrss" && file !== undefined) {
    const { parseFreshrssFile } = await import("../moving/freshrss-file.ts");
    return { reader: parseFreshrssFile(await readDocument(io, file), file), origin: `file ${file.slice(-200)}` };
  }
  if (url === undefined) throw new Refusal("Give --url, the address of the server, or --file.", 2);
  const origin = parseUrl(url).replace(/\/+$/, "");
  const { usualPauseMs } = await import("../moving/ask-reader.ts");
  const asking = { client: trusted, origin, signal: stop, pauseMs: usualPauseMs };
  if (kind === "miniflux") {
    const { createMinifluxReader } = await import("../moving/miniflux-reader.ts");
    if (token !== undefined) return { origin, reader: createMinifluxReader(asking, { token }) };
    if (user === undefined || password === undefined) {
      throw new Refusal("Give --token (Miniflux: Settings → API Keys), or --user and --password.", 2);
    }
    return { origin, reader: createMinifluxReader(asking, { user, password }) };
  }
  if (user === undefined || password === undefined) {
    throw new Refusal("Give --user and --password (FreshRSS: Settings → Profile → API management).", 2);
  }
  const { createFreshrssReader } = await import("../moving/freshrss-reader.ts");
  return { origin, reader: await createFreshrssReader(asking, { user, password }) };
}

/** A secret written as "-" comes from standard input, so that it is in no list of processes. */
async function readSecrets({ io }: Invocation, options: ServerOptions): Promise<ServerOptions> {
  const { token, password } = options;
  if (token !== "-" && password !== "-") return options;
  const secret = (await readDocument(io, "-")).trim();
  return { ...options, ...(token === "-" ? { token: secret } : { password: secret }) };
}

async function findAccount({ db }: Parts, email: string): Promise<string> {
  const person = await findPersonByEmail(db.worker, email);
  if (person !== null) return person.id;
  throw new Refusal(
    `There is no account ${email}: 'plainwire user list' shows all, 'plainwire user create' makes one.`,
  );
}

function movePartsOf({ config, db, clock, log }: Parts): MoveParts {
  return {
    db: db.web,
    worker: db.worker,
    now: clock.now,
    lanes: config.fetcherDomainLanes,
    importSpreadMs: config.fetcherSuccessIntervalMs,
    log,
  };
}

function describeFeeds({ totals, folders, faults, unnamedFaults, leftOut }: ImportReport): string {
  const faultsTotal = faults.length + unnamedFaults;
  return [
    `Feeds: ${totals.added} added, ${totals.duplicate} already there, ${folders} new ${folders === 1 ? "folder" : "folders"}.`,
    totals.full + leftOut > 0 && `${totals.full + leftOut} feeds were left out: the list is full.`,
    ...faults.map(({ where, sentence }) => `${plain(where)}: ${plain(sentence)}`),
    faultsTotal > faults.length && `And ${faultsTotal - faults.length} more problems.`,
  ]
    .filter((line) => line !== false)
    .map((line) => `${line}\n`)
    .join("");
}

function describeMove({ feeds, needLogin, marks, isWhole }: MoveReport): string {
  const lines = [
    `Stars: ${marks.stars}, of these ${marks.stored} were not here and came along with their text.`,
    `Read: ${marks.read} marked, ${marks.waiting} will be marked when their feed brings them.`,
    marks.withoutFeed > 0 && `${marks.withoutFeed} marks belong to feeds that are not here.`,
    needLogin.length > 0 &&
      `These feeds need a login, which stayed there. Add it under Feeds → Edit:\n${needLogin.map((url) => `  ${plain(url)}`).join("\n")}`,
    !isWhole && "This is not everything: see above.",
  ];
  return (
    describeFeeds(feeds) +
    lines
      .filter((line) => line !== false)
      .map((line) => `${line}\n`)
      .join("")
  );
}
