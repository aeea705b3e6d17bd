import type pg from "pg";
import { hashToken } from "../../accounts/secret-token.ts";
import type { SecretBox } from "../../database/secret-box.ts";
import { findPersonalFeed } from "../../items/personal-feed-store.ts";
import { addRequest, type ListenedFeed } from "./listener-store.ts";
import { type ListenRequest, readRequest } from "./read-request.ts";

/** `web`: a personal feed is found as its reader finds it. */
export type OwnHubParts = { pool: pg.Pool; web: pg.Pool; now: () => Date; secrets: SecretBox; publicOrigin: string };

/** `refused`: with the status and a sentence for the person who wrote the other program. */
export type Taken = { kind: "taken" } | { kind: "refused"; status: 400 | 404 | 429; sentence: string };

type FindFeed = (url: string) => Promise<string | null>;

/** A program wants to listen to a feed of ours, or not any more. `findFeed`: the feed at this address, if it is published. */
export async function takeRequest(parts: OwnHubParts, form: URLSearchParams, findFeed: FindFeed): Promise<Taken> {
  const { pool, now, secrets, publicOrigin } = parts;
  const request = readRequest(form, publicOrigin);
  if (typeof request === "string") return { kind: "refused", status: 400, sentence: request };
  const feed = await findListened(parts, request, findFeed);
  if (feed === null) return { kind: "refused", status: 404, sentence: "There is no such feed at hub.topic." };
  const secret = request.secret === null ? null : secrets.seal(request.secret);
  if (await addRequest(pool, { ...request, ...feed, secret }, now())) return { kind: "taken" };
  return {
    kind: "refused",
    status: 429,
    sentence: "There are too many requests for this host, feed or person. Try again later.",
  };
}

/** The address of a personal feed is its person's secret: it is stored sealed, under a name that tells nothing. */
async function findListened(
  { web, now, secrets }: OwnHubParts,
  { of, topic }: ListenRequest,
  findFeed: FindFeed,
): Promise<ListenedFeed | null> {
  if (of.kind === "clean") {
    const feedId = await findFeed(of.feedUrl);
    return feedId === null ? null : { topic, feedId, personal: null };
  }
  const found = await findPersonalFeed(web, hashToken(of.token), now());
  if (found === null) return null;
  const { id, personId } = found;
  return { topic: `personal ${id}`, feedId: null, personal: { id, personId, sealedTopic: secrets.seal(topic) } };
}
