import { randomUUID } from "node:crypto";
import type pg from "pg";
import type { Message, Transport } from "../queue/transport.ts";
import { claimFeeds } from "./claim-store.ts";
import { queueDueFeeds, unqueueFeeds } from "./due-store.ts";
import type { FetchQueue, LeaseOptions } from "./fetch-queue.ts";

type Options = LeaseOptions & {
  pool: pg.Pool;
  transport: Transport;
  batchSize: number;
  /** For how long a message is hidden from others once received; extended while its feed is worked on. */
  visibilitySeconds: number;
};

// A message that has not come by then is taken for lost.
const messageMsMax = 60_000;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Ids travel through memory or SQS; the claim by id decides who gets the feed. */
export function carriedQueue(options: Options): FetchQueue {
  const { pool, transport, now, leaseMs, batchSize, visibilitySeconds } = options;
  const working = new Map<string, Message>();
  const closing = new AbortController();
  const extending = setInterval(
    () => {
      for (const message of working.values()) void message.extend(visibilitySeconds);
    },
    (visibilitySeconds * 1000) / 3,
  );

  const enqueue = async (feedIds: string[]): Promise<string[]> => {
    const refused = await transport.send(feedIds);
    await unqueueFeeds(pool, refused, now());
    return refused;
  };
  const take = async (count: number) => {
    const messages = await transport.receive(count, closing.signal);
    const known = messages.filter(({ id }) => uuid.test(id));
    const at = now();
    const leaseUntil = new Date(at.getTime() + leaseMs);
    const claims =
      known.length === 0
        ? []
        : await claimFeeds(
            pool,
            known.map(({ id }) => id),
            { now: at, leaseId: randomUUID(), leaseUntil },
          );
    const claimed = new Set(claims.map(({ feedId }) => feedId));
    for (const message of known) if (claimed.has(message.id)) working.set(message.id, message);
    // Deleted, not due any more, or its host is busy: dropped, and named again by the next cycle if it is due then.
    // What is no id at all is left to the transport: it comes again a few times and ends in the dead-letter queue.
    const idle = known.filter(({ id }) => !claimed.has(id));
    await unqueueFeeds(
      pool,
      idle.map(({ id }) => id),
      new Date(at.getTime() + 1_000),
    );
    await Promise.all(idle.map((message) => message.acknowledge()));
    return claims;
  };

  return {
    enqueue,
    canAccept: transport.canAccept,
    size: async () => transport.size(),
    offerDue: async () => {
      const at = now();
      const due = await queueDueFeeds(pool, batchSize, at, new Date(at.getTime() + messageMsMax));
      const refused = due.length === 0 ? [] : await enqueue(due);
      return due.length - refused.length;
    },
    take,
    // Receiving waits by itself.
    nextReadyAt: async () => now(),
    finish: async ({ feedId }) => {
      const message = working.get(feedId);
      working.delete(feedId);
      await message?.acknowledge();
    },
    close: async () => {
      closing.abort();
      clearInterval(extending);
      await transport.close();
    },
  };
}
