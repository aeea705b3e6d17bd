import type pg from "pg";
import { isUuid } from "../../ids.ts";
import type { Message, Transport } from "../../queue/transport.ts";
import { claimFeeds, findNextReadyAt } from "../../schedule/claim-store.ts";
import { findUnknownFeeds, queueDueFeeds, unqueueFeeds } from "../../schedule/offer-store.ts";
import type { FetchQueue, QueueOptions } from "./fetch-queue.ts";
import { type LeasedFeed, newLease } from "../../schedule/lease.ts";

type Options = QueueOptions & {
  pool: pg.Pool;
  transport: Transport;
  /** For how long a message is hidden from others once received; extended while its feed is worked on. */
  visibilityMs: number;
  /** A message that is no feed's id: left to the transport, which moves it to its dead letters. */
  onInvalidMessage: (text: string) => void;
  onError: (error: unknown) => void;
};

/** As we write ids: the claim answers with a lower-case id, and a message in capitals would not be found by it. */
function isFeedId(id: string): boolean {
  return isUuid(id) && id === id.toLowerCase();
}

/** Ids travel through memory or SQS; the claim by id decides who gets the feed. */
export function createMessageQueue(options: Options): FetchQueue {
  const { pool, transport, now, leaseMs, batchSize, visibilityMs } = options;
  const working = new Map<string, Message>();
  const extend = () => void Promise.all(working.values().map((message) => message.extend(visibilityMs)));
  const extending = setInterval(extend, visibilityMs / 3);

  const enqueue = async (feedIds: string[]): Promise<string[]> => {
    const refused = await transport.send(feedIds);
    options.onQueued(feedIds.length - refused.length);
    await unqueueFeeds(pool, refused, now());
    return refused;
  };

  return {
    enqueue,
    canAccept: transport.canAccept,
    size: async () => transport.size(),
    offerDue: async () => {
      const { onRecovered } = options;
      const due = await queueDueFeeds(pool, batchSize, { now: now(), leaseMs, onRecovered });
      return due.length - (await enqueue(due)).length;
    },
    nextOfferAt: () => findNextReadyAt(pool),
    take: async (count, stopping) => {
      const messages = await transport.receive(Math.min(count, batchSize), stopping);
      const { claims, idle } = await claimNamed(options, messages);
      for (const { claim, message } of claims) working.set(claim.feedId, message);
      await Promise.all(idle.map((message) => message.acknowledge()));
      return claims.map(({ claim }) => claim);
    },
    // Receiving waits by itself.
    nextTakeAt: async () => now(),
    finish: async (id) => {
      const message = working.get(id);
      working.delete(id);
      await message?.acknowledge();
    },
    close: async () => {
      clearInterval(extending);
      await unqueueFeeds(pool, await transport.close(), now());
    },
  };
}

type Named = { claims: { claim: LeasedFeed; message: Message }[]; idle: Message[] };

/** `idle` are messages with nothing to do: delivered twice, of a feed that is gone or not due any more, of a busy host. */
async function claimNamed(options: Options, messages: Message[]): Promise<Named> {
  const { pool, onInvalidMessage, onError, now } = options;
  for (const { id } of messages) if (!isFeedId(id)) onInvalidMessage(id);
  const named = messages.filter(({ id }) => isFeedId(id));
  if (named.length === 0) return { claims: [], idle: [] };

  const byFeed = new Map(named.map((message) => [message.id, message]));
  const feeds = await claimFeeds(pool, [...byFeed.keys()], newLease(options)).catch(async (error: unknown) => {
    await Promise.all(named.map((message) => message.giveBack()));
    throw error;
  });
  const claims = feeds.flatMap((claim) => {
    const message = byFeed.get(claim.feedId);
    return message === undefined ? [] : [{ claim, message }];
  });
  const worked = new Set(claims.map(({ message }) => message));
  const idle = named.filter((message) => !worked.has(message));
  const idleIds = idle.map(({ id }) => id);
  // Not thrown: the feeds that were claimed must reach their workers. What stays QUEUED is recovered.
  await unqueueFeeds(pool, idleIds, now()).catch(onError);
  const unknown = await findUnknownFeeds(pool, idleIds).catch(onError);
  for (const id of unknown ?? []) options.onUnknown?.(id);
  return { claims, idle };
}
