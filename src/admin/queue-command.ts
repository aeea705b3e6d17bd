import type { Command } from "commander";
import type { Queryable } from "../database/transaction.ts";
import {
  countDeadLetters,
  type DeadLetter,
  dropDeadLetters,
  findDeadLetters,
  listDeadLetters,
  replayDeadLetters,
} from "../feeds/dead-letter-store.ts";
import { describeWait } from "../time.ts";
import { Refusal } from "../refusal.ts";
import { readQueueStatus, type QueueStatus } from "../schedule/queue-status-store.ts";
import { recoverFeeds } from "../workers/release-workers.ts";
import { formatFacts, formatTable, shortTime } from "./format.ts";
import { answer, type Context, type Layout, type Invocation, withDatabase } from "./command-context.ts";

type Options = { json?: boolean };
type DeadOptions = Options & { all?: boolean };

const lettersMax = 1_000;

export function addQueueCommand(program: Command, invocation: Invocation): void {
  const queue = program.command("queue").description("waiting feeds, stuck feeds and failed jobs");
  addStatusCommand(queue, invocation);
  addRecoverCommand(queue, invocation);

  const dead = queue
    .command("dead")
    .description("feeds and items that were given up after repeated failures on our side");
  addDeadListCommand(dead, invocation);
  addDeadCommand(dead, invocation, {
    name: "replay",
    description: "try them again",
    done: "tried again",
    act: ({ pool, now }, ids) => replayDeadLetters(pool, ids, now()),
  });
  addDeadCommand(dead, invocation, {
    name: "drop",
    description: "forget them; a feed stays suspended until it is synced",
    done: "forgotten",
    act: ({ pool }, ids) => dropDeadLetters(pool, ids),
  });
}

function addStatusCommand(queue: Command, invocation: Invocation): void {
  queue
    .command("status")
    .description("queue length, delay, running and stuck feeds, the busiest lanes, the workers")
    .option("--json", "as JSON")
    .addHelpText("after", "\nExamples:\n  plainwire queue status\n  plainwire queue status --json | jq .due")
    .action(async (options: Options) => {
      const status = await withDatabase(invocation, ({ pool, now }) => readQueueStatus(pool, now()));
      answer(invocation, options, status, (layout) => describeStatus(status, layout));
    });
}

function addRecoverCommand(queue: Command, invocation: Invocation): void {
  queue
    .command("recover")
    .description("put back feeds whose lease has expired; workers do this automatically every 5 minutes")
    .option("--json", "as JSON")
    .addHelpText("after", "\nExample:\n  plainwire queue recover")
    .action(async (options: Options) => {
      const recovered = await withDatabase(invocation, ({ pool, now, config }) =>
        recoverFeeds(pool, { now: now(), leaseMs: config.leaseMs }),
      );
      const { queued, fetching, quarantined } = recovered;
      answer(
        invocation,
        options,
        recovered,
        () =>
          `Reset ${queued} stuck QUEUED feeds and ${fetching} stuck FETCHING feeds, ` +
          `and gave up ${quarantined.length} that killed their workers.\n`,
      );
    });
}

function addDeadListCommand(dead: Command, invocation: Invocation): void {
  dead
    .command("list")
    .description("newest first")
    .option("--json", "as JSON")
    .addHelpText("after", "\nExample:\n  plainwire queue dead list")
    .action(async (options: Options) => {
      const letters = await withDatabase(invocation, ({ pool }) => listDeadLetters(pool, lettersMax));
      answer(invocation, options, letters, (layout) => describeLetters(letters, layout));
      if (letters.length === lettersMax)
        invocation.io.err.write(`Only the newest ${lettersMax} failed jobs are shown.\n`);
    });
}

type DeadAct = {
  name: string;
  description: string;
  done: string;
  act: (context: Context, ids: string[]) => Promise<number>;
};

function addDeadCommand(dead: Command, invocation: Invocation, { name, description, done, act }: DeadAct): void {
  dead
    .command(name)
    .argument("[id...]", "ids from 'queue dead list'")
    .description(description)
    .option("--all", `all of them, ${lettersMax} at most`)
    .option("--json", "as JSON")
    .addHelpText("after", `\nExample:\n  plainwire queue dead ${name} --all`)
    .action(async (ids: string[], options: DeadOptions) => {
      if (ids.length > 0 === (options.all ?? false))
        throw new Refusal(`Name failed jobs to ${name} by their ids, or write --all.`, 2);
      const { count, left } = await withDatabase(invocation, async (context) => ({
        count: await act(context, options.all ? await pickNewest(context.pool) : await pick(context.pool, ids)),
        left: options.all ? await countDeadLetters(context.pool) : 0,
      }));
      answer(invocation, options, { [name]: count }, () => `${count} ${done}.\n`);
      if (left > 0) invocation.io.err.write(`Still left: ${left}. Run the same command again.\n`);
    });
}

async function pickNewest(db: Queryable): Promise<string[]> {
  return (await listDeadLetters(db, lettersMax)).map(({ id }) => id);
}

/** All or nothing: one wrong id refuses the whole command. */
async function pick(db: Queryable, written: string[]): Promise<string[]> {
  const ids = written.map((id) => id.trim().toLowerCase());
  const found = await findDeadLetters(db, ids);
  const unknown = ids.find((id) => !found.includes(id));
  if (unknown === undefined) return found;
  throw new Refusal(`No failed job has the id ${unknown}: 'plainwire queue dead list' shows them.`);
}

function describeStatus(status: QueueStatus, layout: Layout): string {
  const facts = formatFacts([
    ["Scheduled", `${status.scheduled} feeds`],
    ["Due", `${status.due} feeds`],
    ["Longest delay", status.lateSeconds === 0 ? "none" : describeWait(status.lateSeconds * 1000)],
    ["In flight", `${status.fetching} being fetched, ${status.queued} queued`],
    ["Stuck", `${status.stuck} feeds`],
    ["Given up", `${status.deadLetters}${status.deadLetters === 0 ? "" : " (plainwire queue dead list)"}`],
  ]);
  const lanes = status.lanes.map(({ lane, due, closedUntil, reason }) => [
    lane,
    String(due),
    shortTime(closedUntil),
    reason ?? "-",
  ]);
  const workers = status.workers.map(({ host, pid, version, beatAt, inFlight }) => [
    `${host}/${pid}`,
    version,
    String(inFlight),
    shortTime(beatAt),
  ]);
  return [
    facts,
    ...(lanes.length === 0 ? [] : [formatTable(["LANE", "DUE", "CLOSED UNTIL (UTC)", "BECAUSE"], lanes, layout)]),
    workers.length === 0
      ? "No worker is running.\n"
      : formatTable(["WORKER", "VERSION", "IN FLIGHT", "SEEN (UTC)"], workers, layout),
  ].join("\n");
}

function describeLetters(letters: DeadLetter[], layout: Layout): string {
  if (letters.length === 0) return "There are no failed jobs.\n";
  return formatTable(
    ["ID", "WHEN (UTC)", "KIND", "ADDRESS", "REASON"],
    letters.map(({ id, createdAt, kind, url, reason }) => [id, shortTime(createdAt), kind, url ?? "-", reason]),
    layout,
  );
}
