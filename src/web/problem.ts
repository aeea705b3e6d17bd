import type { ContentfulStatusCode } from "hono/utils/http-status";

/** Something a request ran into, as a person is told of it. Without a heading, its status has one. */
export type Problem = {
  status: ContentfulStatusCode;
  heading?: string;
  sentence: string;
  headers: Record<string, string>;
};

export function problem(status: ContentfulStatusCode, sentence: string, headers: Record<string, string> = {}): Problem {
  return { status, sentence, headers };
}
