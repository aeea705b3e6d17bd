import type { ContentfulStatusCode } from "hono/utils/http-status";

/** Something a request ran into, as a person is told of it. */
export type Problem = {
  status: ContentfulStatusCode;
  heading: string;
  sentence: string;
  headers: Record<string, string>;
};

const headings: Partial<Record<ContentfulStatusCode, string>> = {
  400: "That request cannot be read",
  401: "Please log in",
  403: "That is not allowed",
  404: "Nothing is at this address",
  405: "That is not possible here",
  413: "That is too much at once",
  429: "That was too often",
  503: "Not available for a moment",
};

export function problem(status: ContentfulStatusCode, sentence: string, headers: Record<string, string> = {}): Problem {
  return { status, heading: headings[status] ?? "Something went wrong", sentence, headers };
}
