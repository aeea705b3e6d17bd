import type { ModelAnswer } from "../../src/analysis/llm/model-answer.ts";
import type { ChatBehaviour, StubQuestion } from "./stub-chat-server.ts";
import { completion, saysByTool, sendJson } from "./stub-chat-server-behaviours.ts";

export type AskedItem = { title: string; description: string; body: string };

/** A simple model that follows the prompt: it quotes sentences and leaves the title alone. */
export function plainAnswer({ title, description, body }: AskedItem): ModelAnswer {
  const text = body || description || title;
  const [firstSentence = ""] = /^[^.!?]{20,300}[.!?]/u.exec(text) ?? [];
  const [firstWord = ""] = title.split(" ");
  return {
    facts: firstSentence === "" ? [] : [{ text: firstSentence, quote: firstSentence }],
    summary: firstSentence || title.slice(0, 200),
    techniques: [{ id: "loaded_language", text: firstWord, neutral: "" }],
    framing_reason: "No judging words.",
    framing: 0.1,
    clickbait_reason: "It says what happened.",
    clickbait: 0,
    persuasive_reason: "It reports.",
    persuasive: 0.05,
    hyper_stimulus_reason: "It is calm.",
    hyper_stimulus: 0,
    speculative_reason: "Its claims have sources.",
    speculative: 0.1,
    overall_reason: "A plain item.",
    overall: 0.1,
    title_correction_reason: "Plain already.",
    title_corrected: title,
    description_correction_reason: "Plain already.",
    description_corrected: description,
    category: "politics",
  };
}

/** Its normal answer, with `change` applied. */
export function analyst(change: (item: AskedItem) => object = () => ({})): ChatBehaviour {
  return (response, question) => {
    const item = askedItem(question);
    const answer = { ...plainAnswer(item), ...change(item) };
    if (question.path.endsWith("/messages")) saysByTool(answer)(response, question);
    else sendJson(response, completion(JSON.stringify(answer)));
  };
}

export function askedItem({ body }: StubQuestion): AskedItem {
  const text = body.messages.find(({ role }) => role === "user")?.content ?? "";
  const [, json = ""] = /<item-[0-9a-z]+>\n(.*)\n<\/item-[0-9a-z]+>/su.exec(text) ?? [];
  return JSON.parse(json);
}
