import type { Command } from "commander";
import type { ModelSetup, ModelTrial } from "../analysis/set-up-model.ts";
import type { Parts } from "../assemble.ts";
import { type ModelSettings, providers, type StoredModel, uses } from "../models/model-settings.ts";
import {
  faultSentences,
  type KeyChange,
  type ModelFault,
  modelFields,
  parseModelForm,
  writeModel,
} from "../models/parse-model-form.ts";
import { writeClock } from "../models/working-hours.ts";
import { Refusal } from "../refusal.ts";
import { addModelInstallCommands, describeInstalled } from "./model-install-command.ts";
import { answer, type Invocation, stopOnInterrupt, withParts } from "./command-context.ts";
import { plain } from "./format.ts";

type UseOptions = {
  address?: string;
  model?: string;
  key?: string;
  context?: string;
  questions?: string;
  titlesAtOnce?: string;
  dailyUsd?: string;
  monthlyUsd?: string;
  dailyTokens?: string;
  promptUsd?: string;
  completionUsd?: string;
  hours?: string;
  timeZone?: string;
  for?: string;
  json?: boolean;
};

export function addModelCommand(program: Command, invocation: Invocation): void {
  const model = program.command("model").description("the language model: what there is, try it, use it");
  addListCommand(model, invocation);
  addTryCommand(model, invocation);
  addUseCommand(model, invocation);
  addModelInstallCommands(model, invocation);
}

function addListCommand(model: Command, invocation: Invocation): void {
  model
    .command("list")
    .description("which model is in use, which ones its server has, and which are installed here")
    .option("--json", "as JSON")
    .addHelpText("after", "\nExample:\n  plainwire model list")
    .action(async (options: { json?: boolean }) => {
      const stop = stopOnInterrupt(invocation.io);
      const found = await withParts(invocation, async (parts) => {
        const setup = await setupOf(parts);
        const settings = setup.resolve(await setup.read());
        const listed = settings.provider === "none" ? null : await setup.list(settings, stop);
        return { ...facts(settings, setup), listed, installed: await setup.inside.list() };
      });
      answer(invocation, options, found, () => describeList(found));
      if (found.listed?.kind === "failed") invocation.exitCode = 1;
    });
}

function addTryCommand(model: Command, invocation: Invocation): void {
  model
    .command("try")
    .argument("[headline]", "a headline to make plain", "You won't believe what this town did to its city centre")
    .description("ask the model about one headline; it counts for the budget")
    .option("--json", "as JSON")
    .addHelpText("after", '\nExample:\n  plainwire model try "Shock as council votes"')
    .action(async (headline: string, options: { json?: boolean }) => {
      const stop = stopOnInterrupt(invocation.io);
      const trial = await withParts(invocation, async (parts) => {
        const setup = await setupOf(parts);
        return setup.tryOut(setup.resolve(await setup.read()), headline, stop);
      });
      if (trial.kind === "failed" && !options.json) throw new Refusal(trial.sentence);
      answer(invocation, options, trial, () => describeTrial(trial));
      if (trial.kind === "failed") invocation.exitCode = 1;
    });
}

function addUseCommand(model: Command, invocation: Invocation): void {
  model
    .command("use")
    .argument("<provider>", providers.join(", "))
    .argument("[model]", "as its server names it")
    .description("set the model up, as the operator's page does; workers that run use it at once")
    .option("--address <url>", "of its server; none for the provider's own")
    .option("--key <file>", "a file with the key, - for standard input, or none to remove it")
    .option("--context <tokens>", "context length")
    .option("--questions <size>", "small or full")
    .option("--titles-at-once <count>", "titles in one small question, or auto")
    .option("--daily-usd <amount>", "dollars per day")
    .option("--monthly-usd <amount>", "dollars per month")
    .option("--daily-tokens <count>", "tokens per day")
    .option("--prompt-usd <amount>", "dollars per million tokens read")
    .option("--completion-usd <amount>", "dollars per million tokens written")
    .option("--hours <from-to>", "such as 22:00-06:30, or always")
    .option("--time-zone <name>", "of these hours, such as Europe/Warsaw")
    .option("--for <uses>", `some of ${uses.join(",")}`)
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      "\nExamples:\n  plainwire model use ollama qwen2.5:3b\n  plainwire model use openai gpt-4o-mini --key key.txt --daily-usd 0.5\n  plainwire model use none",
    )
    .action(async (provider: string, name: string | undefined, options: UseOptions) => {
      const { isGiven, key } = await readKey(invocation, options.key);
      const used = await withParts(invocation, async (parts) => {
        const setup = await setupOf(parts);
        const before = await setup.read();
        const stored = parseUse(setup, before, { provider, name, key, options });
        await setup.save(isGiven && key.kind === "replace" ? { ...stored, apiKey: setup.seal(key.key) } : stored);
        return facts(setup.resolve(await setup.read()), setup);
      });
      answer(invocation, options, used, () => describeFacts(used));
    });
}

async function setupOf({ config, db, clock, trusted, secrets, inside }: Parts): Promise<ModelSetup> {
  const { createModelSetup } = await import("../analysis/set-up-model.ts");
  return createModelSetup({ config, pool: db.worker, now: clock.now, trusted, secrets, inside });
}

/** Not as an argument: those can be seen by everyone on the machine. */
async function readKey({ io }: Invocation, file: string | undefined): Promise<{ isGiven: boolean; key: KeyChange }> {
  if (file === undefined) return { isGiven: false, key: { kind: "keep" } };
  if (file === "none") return { isGiven: true, key: { kind: "remove" } };
  const { readDocument } = await import("./arguments.ts");
  return { isGiven: true, key: { kind: "replace", key: (await readDocument(io, file)).trim() } };
}

type Used = { provider: string; name: string | undefined; key: KeyChange; options: UseOptions };

function parseUse(setup: ModelSetup, before: StoredModel, { provider, name, key, options }: Used): StoredModel {
  const written = writeModel(before);
  const isOther = provider !== before.provider;
  const [from = "", to = ""] =
    options.hours === "always" ? [] : (options.hours?.split("-") ?? [written.from, written.to]);
  const wanted = options.for?.split(",").map((use) => use.trim());
  const strange = wanted?.find((use) => !uses.some((known) => known === use));
  if (strange !== undefined) throw new Refusal(`--for: "${strange}" is not a use; there are ${uses.join(", ")}.`, 2);
  const ofUse = (use: (typeof uses)[number]) =>
    wanted === undefined ? written[use] : wanted.includes(use) ? "on" : "";
  const { stored, faults, isKeyDropped } = parseModelForm(
    {
      provider,
      model: name ?? (isOther ? "" : written.model),
      from,
      to,
      // Another provider has another address, and its own prices.
      address: options.address === "none" ? "" : (options.address ?? (isOther ? "" : written.address)),
      contextTokens: options.context ?? (isOther ? "" : written.contextTokens),
      questionSize: options.questions ?? (isOther ? "" : written.questionSize),
      titlesAtOnce:
        options.titlesAtOnce === "auto" ? "" : (options.titlesAtOnce ?? (isOther ? "" : written.titlesAtOnce)),
      promptUsd: options.promptUsd ?? (isOther ? "" : written.promptUsd),
      completionUsd: options.completionUsd ?? (isOther ? "" : written.completionUsd),
      dailyUsd: options.dailyUsd ?? written.dailyUsd,
      monthlyUsd: options.monthlyUsd ?? written.monthlyUsd,
      dailyTokens: options.dailyTokens ?? written.dailyTokens,
      titles: ofUse("titles"),
      summaries: ofUse("summaries"),
      briefs: ofUse("briefs"),
      translations: ofUse("translations"),
    },
    {
      before,
      key,
      isFixed: (field) => setup.fixedBy(field) !== null,
      timeZone: parseTimeZone(options.timeZone ?? before.hours?.timeZone ?? "UTC"),
    },
  );
  const wrong = Object.entries(faults).map(
    ([field, fault]: [string, ModelFault]) => `${field}: ${faultSentences[fault]}.`,
  );
  if (wrong.length > 0) throw new Refusal(wrong.join("\n"), 2);
  return isKeyDropped ? { ...stored, apiKey: null } : stored;
}

function parseTimeZone(name: string): string {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    throw new Refusal(`"${name}" is not a time zone: write one such as Europe/Warsaw.`, 2);
  }
}

type Facts = ReturnType<typeof facts>;

/** Without the key: whether there is one. */
function facts({ apiKey, prices, ...settings }: ModelSettings, { fixedBy }: ModelSetup) {
  const fromEnvironment = [...modelFields, "apiKey"].map(fixedBy).filter((name) => name !== null);
  return { ...settings, ...prices, hasKey: apiKey !== null, fromEnvironment };
}

function describeFacts({
  provider,
  address,
  model,
  hasKey,
  hours,
  uses: used,
  fromEnvironment,
  ...rest
}: Facts): string {
  if (provider === "none") return "No language model is in use: the offline reader works alone.\n";
  const names = uses.filter((use) => used[use]);
  const { usdMax, monthUsdMax } = rest.budget;
  return [
    `${provider} ${model}${address === null ? "" : ` at ${address}`}, ${hasKey ? "with a key" : "without a key"}`,
    `Used for: ${names.join(", ") || "nothing"}; questions: ${rest.asksSmall ? "small" : "full"}`,
    `Budget: $${usdMax} a day${monthUsdMax === null ? "" : `, $${monthUsdMax} a month`}`,
    hours === null
      ? "Runs around the clock"
      : `Runs from ${writeClock(hours.fromMinute)} until ${writeClock(hours.toMinute)} (${hours.timeZone})`,
    ...(fromEnvironment.length > 0 ? [`From the environment: ${fromEnvironment.join(", ")}`] : []),
    "",
  ].join("\n");
}

type Listed = Facts & {
  listed: Awaited<ReturnType<ModelSetup["list"]>> | null;
  installed: Parameters<typeof describeInstalled>[0];
};

function describeList({ listed, installed, ...rest }: Listed): string {
  const here = describeInstalled(installed);
  // The list of the model inside is what is installed.
  if (listed === null || rest.provider === "inside") return `${describeFacts(rest)}${here}`;
  if (listed.kind === "failed") return `${describeFacts(rest)}\nNo list: ${plain(listed.sentence)}\n${here}`;
  const names = listed.models.map((name) => `${name === rest.model ? "* " : "  "}${name}\n`).join("");
  return `${describeFacts(rest)}\n${names || "The server has no models.\n"}${here}`;
}

function describeTrial(trial: ModelTrial): string {
  if (trial.kind === "failed") return `${trial.sentence}\n`;
  const { title, refused, model, latencyMs, tokens, costUsd } = trial;
  const verdict =
    refused === null
      ? "Readers would see this title."
      : `Readers would not see it (${[refused.why.replaceAll("_", " "), ...refused.words.map(plain)].join(": ")}), but the offline reader's.`;
  return `${plain(title)}\n${verdict}\n\n${plain(model)}, ${latencyMs} ms, ${tokens} tokens, $${costUsd.toFixed(6)}\n`;
}
