/** An item whose analysis is to be made or bettered, with what its feed says about that. */
export type WaitingItem = {
  itemId: string;
  feedId: string;
  leaseId: string;
  url: string | null;
  title: string;
  content: string;
  contentBase: string | null;
  summary: string | null;
  language: string | null;
  text: string | null;
  inputKind: "page" | "content" | "description" | "title" | null;
  attempts: number;
  /** Who made the result it has. */
  analyzer: "heuristic" | "llm" | "mock" | null;
  /** How many newer items came with the same document: a first import is not analysed whole. */
  newerInBatch: number;
  feed: {
    fullText: boolean;
    analyzer: string | null;
    prompt: string | null;
    cacheScope: "feed" | "global" | "off";
    language: string | null;
  };
};
