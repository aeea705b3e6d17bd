import type { Command } from "commander";
import { findPersonByEmail } from "../accounts/person-store.ts";
import type { Parts } from "../assemble.ts";
import type { Brief } from "../briefs/brief.ts";
import type { BriefOutcome } from "../briefs/write-brief.ts";
import { inTransaction } from "../database/transaction.ts";
import { Refusal } from "../refusal.ts";
import { plain, shortTime } from "./format.ts";
import { answer, type Invocation, stopOnInterrupt, withParts } from "./command-context.ts";

type Options = { ai: boolean; json?: boolean };

export function addBriefCommand(program: Command, invocation: Invocation): void {
  const brief = program.command("brief").alias("summary").description("people's daily briefs");
  brief
    .command("write")
    .argument("<email>", "whose")
    .description("write a person's brief of the last 24 hours now, save it for them, and print it")
    .option("--no-ai", "use the items' own sentences, without a model")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      "\nExamples:\n  plainwire brief write me@example.org\n  plainwire brief write --no-ai me@example.org",
    )
    .action(async (email: string, options: Options) => {
      const stop = stopOnInterrupt(invocation.io);
      const outcome = await withParts(invocation, (parts) => write(parts, email, { withModel: options.ai, stop }));
      const written = briefOf(outcome, email);
      answer(invocation, options, written, () => toText(written));
    });
}

async function write(
  parts: Parts,
  email: string,
  { withModel, stop }: { withModel: boolean; stop: AbortSignal },
): Promise<BriefOutcome> {
  const { worker } = parts.db;
  const person = await findPersonByEmail(worker, email);
  if (person === null) throw new Refusal(`There is no account ${email}: 'plainwire user list' shows all.`);
  const { briefPartsOf } = await import("../assemble.ts");
  const { writeBrief, writeExtract } = await import("../briefs/write-brief.ts");
  const writing = {
    ...briefPartsOf(parts),
    inPerson: <Result>(_personId: string, work: Parameters<typeof inTransaction<Result>>[1]) =>
      inTransaction(worker, work),
  };
  return withModel ? writeBrief(writing, person.id, stop) : writeExtract(writing, person.id);
}

function briefOf(outcome: BriefOutcome, email: string): Brief {
  switch (outcome.kind) {
    case "written":
      return outcome.brief;
    case "busy":
      throw new Refusal(`A brief of ${email} is already being written: try again in three minutes.`);
    case "no-items":
      throw new Refusal(`The feeds of ${email} had no items in the last 24 hours: there is no brief to write.`);
    case "unavailable":
    case "failed":
      throw new Refusal(`The model wrote no brief (${outcome.failure.message}): --no-ai writes one without it.`);
  }
}

/** Keeps paragraphs, but nothing else that could move the cursor. */
function toText({ id, content, itemCount, writtenBy, createdAt }: Brief): string {
  const paragraphs = content.split("\n").map(plain).join("\n");
  return `${paragraphs}\n\nFrom ${itemCount} items, by ${plain(writtenBy)}, at ${shortTime(createdAt)} UTC; at /brief/${id}\n`;
}
