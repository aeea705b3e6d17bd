import { finished } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { type Context, Hono } from "hono";
import { type SSEStreamingApi, streamSSE } from "hono/streaming";
import { findLiveSession } from "../../accounts/sessions.ts";
import { createAlarm } from "../../alarm.ts";
import { problem } from "../problem.ts";
import { sessionOf } from "../require-person.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import { answerNotFound } from "./answer.ts";
import { type FeedRouteParts, findSubscription } from "./feed-parts.ts";

const usualTimes = {
  /** Proxies drop a connection that is silent for a minute. */
  beatMs: 30_000,
  sessionCheckMs: 60_000,
  /** A list of thousands of feeds changes all the time; a page need not hear more often. */
  tellEveryMs: 1_000,
};

/** The event stream of a page: `feedsChanged` when its feeds changed. `?feed=` narrows it to one subscription. */
export function liveRoute(parts: FeedRouteParts, times = usualTimes): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  app.get("/live", async (c) => {
    const only = c.req.query("feed");
    const shown = only === undefined ? null : await findSubscription(parts, c, only);
    if (only !== undefined && shown === null) return answerNotFound(parts, c);

    const bell = createAlarm();
    // A page that reconnects has missed what happened in between.
    const news = { isThere: c.req.header("Last-Event-ID") !== undefined };
    const leave = parts.feeds.live.watch(sessionOf(c).person.id, shown?.feedId ?? null, () => {
      news.isThere = true;
      bell.ring();
    });
    if (leave === null) return parts.refuse(c, problem(429, textsOf(c).feeds.tooManyPages));

    const { stopping, outgoing } = c.env;
    stopping.addEventListener("abort", bell.ring);
    const write = async (stream: SSEStreamingApi) => {
      stream.onAbort(bell.ring);
      // Nobody reads the stream of a HEAD request, or of a page that was left before the stream began, and nobody cancels it
      // either: the first write would wait forever, and the page would count as open.
      finished(outgoing, () => stream.abort());
      await tellNews(stream, { news, sleep: bell.sleep, isLive: () => isLive(parts, c), stopping, times });
    };
    const logError = async (error: Error) =>
      parts.log.error({ requestId: c.var.requestId, err: error }, "stream failed");
    return streamSSE(
      c,
      (stream) =>
        write(stream).finally(() => {
          leave();
          stopping.removeEventListener("abort", bell.ring);
        }),
      logError,
    );
  });
  return app;
}

type Telling = {
  news: { isThere: boolean };
  sleep: (ms: number) => Promise<void>;
  isLive: () => Promise<boolean>;
  stopping: AbortSignal;
  times: typeof usualTimes;
};

async function tellNews(stream: SSEStreamingApi, { news, sleep, isLive, stopping, times }: Telling): Promise<void> {
  let checkedAt = performance.now();
  // The page sends this id back when it reconnects.
  await stream.write("id: 1\n\n");
  while (!stream.aborted && !stopping.aborted) {
    const isDue = performance.now() - checkedAt >= times.sessionCheckMs;
    const hasEnded = isDue && !(await isLive());
    if (isDue) checkedAt = performance.now();
    if (hasEnded || news.isThere) {
      news.isThere = false;
      await stream.writeSSE({ event: "feedsChanged", data: "" });
      // The page's next request leads to the login.
      if (hasEnded) return;
      await pause(times.tellEveryMs);
    } else {
      await stream.write(":\n\n");
    }
    await sleep(times.beatMs);
  }
}

async function isLive({ accounts }: FeedRouteParts, c: Context<WebEnv>): Promise<boolean> {
  return (await findLiveSession(accounts, sessionOf(c).token)).kind !== "none";
}
