import type { Parts } from "../../assemble.ts";
import { readModel } from "../../models/model-settings-store.ts";
import { fail, type Finding, ok, warn } from "./examine-machine.ts";

const answerMsMax = 20_000;

type Chat = NonNullable<Awaited<ReturnType<Parts["models"]["current"]>>["briefChat"]>;
type ChatFailure = Extract<Awaited<ReturnType<Chat["ask"]>>, { kind: "failed" }>["failure"];

const question: Parameters<Chat["ask"]>[0] = {
  system: "You are asked whether you are there.",
  messages: [{ role: "user", text: "Answer with the word yes." }],
  format: null,
  outputTokensMax: 16,
  temperature: 0,
};

/** Asks a question of a few tokens, paid from the day's budget: only that proves key, model and address at once. */
export async function examineModel({ config, models, db, secrets }: Parts): Promise<Finding> {
  if (config.aiType === "fail")
    return warn("AI", "AI_TYPE=fail, which never answers", "Set AI_TYPE to heuristic, or to a model.");
  const { provider, model } = await readModel(db.worker, { config, secrets });
  const { briefChat: chat, startsAt } = await models.current();
  if (startsAt !== null)
    return ok("AI", `${provider} ${model} rests until ${startsAt.toISOString()}, as its hours say`);
  if (chat === null) return ok("AI", `${provider === "none" ? config.aiType : provider}: no model is asked`);
  const outcome = await chat.ask(question, AbortSignal.timeout(answerMsMax));
  if (outcome.kind !== "failed") return ok("AI", `${outcome.model} answered in ${outcome.usage.latencyMs} ms`);
  return explainSilence(`${provider} ${model}`, outcome.failure);
}

const meanwhile = "Until then the offline reader works alone.";

function explainSilence(model: string, { why, message }: ChatFailure): Finding {
  const found = `${model} does not answer: ${message}`;
  switch (why) {
    case "aborted":
      return warn(
        "AI",
        `${model} did not answer within ${answerMsMax / 1_000} s`,
        "A model on this machine may load for minutes: 'plainwire model try' waits for it.",
      );
    case "hours":
    case "loading":
    case "overloaded":
    case "rate_limited":
      return warn("AI", found, `It may pass: run this again in some minutes. ${meanwhile}`);
    case "budget":
      return warn("AI", found, `Wait, or raise the budget on the operator's page “Language model”. ${meanwhile}`);
    case "unavailable":
      return fail("AI", found, meanwhile);
    case "auth":
    case "payment":
    case "timeout":
    case "network":
    case "rejected":
    case "refusal":
    case "bad_answer":
      return fail(
        "AI",
        found,
        `Check AI_API_KEY, AI_MODEL and AI_BASE_URL, or the operator's page “Language model”; a refused key is not tried again before 'plainwire analyse --again'. ${meanwhile}`,
      );
  }
}
