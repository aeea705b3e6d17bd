/** What became of an item's page, or why it was not asked for. */
export type PageWhy =
  | "read"
  | "waiting"
  | "long-enough"
  | "nobody-reads"
  | "too-old"
  | "never"
  | "no-address"
  | "off"
  | "failed";

/** The same of a model. `stopped`: the service refuses our key, or wants to be paid. */
export type ModelWhy =
  | "read"
  | "waiting"
  | "no-model"
  | "words-only"
  | "off"
  | "too-old"
  | "budget"
  | "stopped"
  | "failed";

/** In English; pages in other languages have their own table. */
export const pageSentences: Record<PageWhy, string> = {
  read: "Its page was read.",
  waiting: "Its page waits to be read.",
  "long-enough": "Its page was not read: the feed’s own text is long enough.",
  "nobody-reads": "Its page was not read: nobody read this feed when it came.",
  "too-old": "Its page was not read: it was too old when it came.",
  never: "Its page was not read: this feed’s pages are not asked for.",
  "no-address": "Its page was not read: the feed names none.",
  off: "Its page was not read: this feed is not analysed.",
  failed: "Its page could not be read.",
};

export const modelSentences: Record<ModelWhy, string> = {
  read: "A language model read it.",
  waiting: "No language model has read it yet: it waits its turn.",
  "no-model": "No language model read it: none was set up when it came.",
  "words-only": "No language model read it: this feed uses the offline reader only.",
  off: "No language model read it: this feed is not analysed.",
  "too-old": "No language model read it: it is too old.",
  budget:
    "No language model has read it yet: the budget is used up. The title and the summary are the offline reader’s.",
  stopped: "No language model has read it yet: the AI service refuses us. The operator’s page says why.",
  failed: "No language model has read it: its answers could not be used.",
};

/** In a sentence each; null where nobody wrote down what happened. `pageError` is the page's own trouble. */
export function describePage(
  why: PageWhy | null,
  pageError: string | null,
  sentences: Record<PageWhy, string> = pageSentences,
): string | null {
  if (why === null) return null;
  return why === "failed" && pageError !== null ? `${sentences.failed} ${pageError}` : sentences[why];
}

export function describeModel(
  why: ModelWhy | null,
  sentences: Record<ModelWhy, string> = modelSentences,
): string | null {
  return why === null ? null : sentences[why];
}
