import type { FetchRequest, FetchWish } from "../feeds/request-fetch-store.ts";
import { requestFetch } from "../feeds/request-fetch-store.ts";
import { shortId } from "./short-id.ts";
import { startProgress } from "./long-work.ts";
import type { Context } from "./with-database.ts";

export type Requested = { id: string; url: string; request: FetchRequest };

// Each is a short transaction on its own lane: a few at once fill the time that the others wait for the disk.
const atOnce = 4;

/** Asks for a fetch of each feed, as a person may; what was asked for stands, whatever becomes of the rest. */
export async function requestFetches(
  { io, pool, now }: Context,
  feeds: { id: string; url: string }[],
  { force = false }: Pick<FetchWish, "force"> = {},
): Promise<Requested[]> {
  const wish: FetchWish = { force, forgetError: true };
  const progress = startProgress(io, "Asking", feeds.length);
  const requested: Requested[] = [];
  for (let at = 0; at < feeds.length; at += atOnce) {
    const some = feeds.slice(at, at + atOnce);
    requested.push(
      ...(await Promise.all(
        some.map(async ({ id, url }) => ({ id, url, request: await requestFetch(pool, id, now(), wish) })),
      )),
    );
    progress.advance(some.length);
  }
  progress.stop();
  return requested;
}

export function describeRequested({ id, url, request }: Requested): string {
  const feed = `${shortId(id)} ${url}`;
  switch (request.kind) {
    case "requested":
      return `Due now: ${feed}\n`;
    case "running":
      return `Being fetched, and once more afterwards: ${feed}\n`;
    case "waits":
    case "not-runnable":
      return `Not now: ${feed}: ${request.message}\n`;
    case "unknown":
      return `Gone: ${feed}\n`;
  }
}
