import type pg from "pg";
import type { SecretBox } from "../../database/secret-box.ts";
import { addRequest } from "./listener-store.ts";
import { readRequest } from "./read-request.ts";

export type OwnHubParts = { pool: pg.Pool; now: () => Date; secrets: SecretBox; publicOrigin: string };

/** `refused`: with the status and a sentence for the person who wrote the other program. */
export type Taken = { kind: "taken" } | { kind: "refused"; status: 400 | 404 | 429; sentence: string };

/** A program wants to listen to a clean feed, or not any more. `findFeed`: the feed at this address, if it is published. */
export async function takeRequest(
  { pool, now, secrets, publicOrigin }: OwnHubParts,
  form: URLSearchParams,
  findFeed: (url: string) => Promise<string | null>,
): Promise<Taken> {
  const request = readRequest(form, publicOrigin);
  if (typeof request === "string") return { kind: "refused", status: 400, sentence: request };
  const feedId = await findFeed(request.feedUrl);
  if (feedId === null) return { kind: "refused", status: 404, sentence: "No clean feed is published at hub.topic." };
  const secret = request.secret === null ? null : secrets.seal(request.secret);
  if (await addRequest(pool, { ...request, feedId, secret }, now())) return { kind: "taken" };
  return {
    kind: "refused",
    status: 429,
    sentence: "There are too many requests for this host or feed. Try again later.",
  };
}
