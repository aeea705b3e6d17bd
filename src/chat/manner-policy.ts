import type { ServerError } from "./parse-server-error.ts";

/** `schema`: the server holds the model to it. `object`: to JSON. `prompt`: only our words do. */
export type AnswerFormat = "schema" | "object" | "prompt";

/** What a model puts up with. Learned by asking, because no server tells. */
export type Manner = {
  format: AnswerFormat;
  sendsTemperature: boolean;
  tokensMaxName: "max_tokens" | "max_completion_tokens";
};

const rejections = new Set([400, 404, 422]);

/**
 * The next, humbler way to ask after a rejection; null when there is none. Every step gives something up, so that a
 * question is asked five times at most.
 */
export function humblerManner(
  manner: Manner,
  { status, words }: ServerError,
  formats: readonly AnswerFormat[],
): Manner | null {
  if (!rejections.has(status) || /context.?length|too (long|large)|maximum context/i.test(words)) return null;
  // Reasoning models take no temperature and know the limit under another name.
  if (manner.sendsTemperature && /temperature/i.test(words)) return { ...manner, sendsTemperature: false };
  if (manner.tokensMaxName === "max_tokens" && /max_completion_tokens/.test(words)) {
    return { ...manner, tokensMaxName: "max_completion_tokens" };
  }
  // OpenRouter's 404 is "no endpoints … requested parameters"; any other is a model that does not exist.
  if (status === 404 && !/parameters/i.test(words)) return null;
  const format = formats[formats.indexOf(manner.format) + 1];
  return format === undefined ? null : { ...manner, format };
}
