import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { Hono } from "hono";
import { createSetupPass } from "./accounts/pass-store.ts";
import { openArticle } from "./analysis/article/open-article.ts";
import { createModelSetup } from "./analysis/set-up-model.ts";
import { briefPartsOf, fetchLimitsOf, type Parts } from "./assemble.ts";
import { mailInOf, mailPlaceOf } from "./assemble-newsletters.ts";
import { openPeople } from "./assemble-people.ts";
import { cleanFeedsOf, websubDoorsOf } from "./assemble-websub.ts";
import { asPerson } from "./database/transaction.ts";
import { listen } from "./database/listen.ts";
import { databaseAnswers, isDatabaseUnavailable } from "./database/unavailable.ts";
import { saveAsked } from "./feeds/asked-feeds-store.ts";
import { requestFetch } from "./feeds/request-fetch-store.ts";
import { listSubscribedFeeds } from "./feeds/subscription-store.ts";
import { findFeeds } from "./fetching/find-feeds.ts";
import { isPrivateUrl, userAgent } from "./fetching/request-headers.ts";
import { createGuardedClient, type GuardedRequest } from "./http-client/guarded-client.ts";
import { createGuardedStreams } from "./http-client/guarded-stream.ts";
import { createHostQueue } from "./media/host-queue.ts";
import { createIcons } from "./media/icons.ts";
import { createPictureLoader, pictureBytesMax } from "./media/load-picture.ts";
import { createMediaAddresses } from "./media/media-address.ts";
import { createStreamOpener } from "./media/open-stream.ts";
import { createPictureCache } from "./media/picture-cache.ts";
import { publishedChannel } from "./publishing/cached-feed-store.ts";
import { laneOf } from "./schedule/lane.ts";
import { wantsSilence } from "./schedule/lease-lane-store.ts";
import { unreadAfterMs } from "./schedule/lease.ts";
import { replanFeed } from "./schedule/replan-store.ts";
import { readHealth } from "./schedule/read-health.ts";
import type { Service } from "./service.ts";
import { earlier, hourMs, later, minuteMs } from "./time.ts";
import { createWebApp, type WebParts } from "./web/app.ts";
import type { FeedParts } from "./web/feeds/feed-parts.ts";
import { fetchedChannel, liveFeeds, liveOperations, subscribedChannel } from "./web/feeds/live-feeds.ts";
import type { Operations } from "./web/operator/operator-parts.ts";
import { createAskedFeeds, type NoteAsked } from "./web/public/asked-feeds.ts";
import { createFastLane } from "./web/public/fast-lane.ts";
import { createPublicApi } from "./web/public/public-api.ts";
import type { MediaParts } from "./web/media-routes.ts";
import { healthRoutes, metricsRoute } from "./web/monitoring-routes.ts";
import { checkPort, startWebServer } from "./web/serve.ts";
import type { WebEnv } from "./web/web-env.ts";

// Long enough for a request to end, short enough that a restart is one: after it, connections are cut.
const requestGraceMs = 8_000;
const monitorGraceMs = 2_000;

/** Before anything is made that a port in use would stop. */
export function checkWebPort({ host, port }: Parts["config"]): Promise<void> {
  return checkPort(host, port);
}

export async function startWeb(parts: Parts): Promise<Service> {
  const { config, log, metrics, db, version } = parts;
  const people = openPeople(parts);
  const publicApi = createPublicApi(db.web, parts.publicOrigin, {
    noteAsked: askedFeeds(parts),
    ...cleanFeedsOf(parts),
  });
  const feeds = feedParts(parts);
  const operations = operationParts(parts);
  const media = openMedia(parts);
  const app = createWebApp({
    ...people.parts,
    feeds,
    operations,
    media,
    publicApi,
    openArticle: (tx, itemId, now) => openArticle({ asPerson: tx, worker: db.worker }, itemId, now),
    ...readingModels(parts),
    ...websubDoorsOf(parts),
    mailIn: mailInOf(parts),
    log,
    metrics,
    version,
    metricsToken: config.metricsToken,
    publicOrigin: parts.publicOrigin,
    fetcherManners: fetcherManners(parts),
    isDatabaseUnavailable,
    databaseAnswers: () => databaseAnswers(db.worker),
    health: () => readHealth(db.worker, parts.clock.now()),
  });
  const { addressOf } = people.parts;
  const fastLane = await createFastLane({ ...publicApi, addressOf, publicOrigin: parts.publicOrigin, log, metrics });
  const server = await startWebServer({ app, fastLane, host: config.host, port: config.port, log });
  const changes = listen({
    connection: db.connection,
    on: {
      [publishedChannel]: publicApi.documents.invalidate,
      [fetchedChannel]: (feedIds) => {
        feeds.live.onFetched(feedIds);
        operations.live.tellAll();
      },
      [subscribedChannel]: feeds.live.onSubscribed,
    },
    onConnect: () => {
      publicApi.documents.clear();
      feeds.live.onConnect();
      operations.live.tellAll();
    },
    onError: (error) => log.error({ err: error }, "listening for feed changes failed"),
  });
  log.info({ url: server.url }, `Plainwire is on ${server.url}`);
  const stopping = new AbortController();
  const setup = tellSetup(parts, stopping.signal);
  const stop = async () => {
    stopping.abort();
    await Promise.all([server.stop(requestGraceMs), setup]);
    await Promise.all([changes.stop(), media.close(), people.close()]);
  };
  return { name: "web", stop };
}

/** What the page about our fetcher tells publishers. */
function fetcherManners({ config, identity }: Parts) {
  return {
    userAgent: userAgent(identity, 1),
    contactUrl: config.fetcherContactUrl,
    usualIntervalMs: config.fetcherSuccessIntervalMs,
    intervalMinMs: config.fetcherMinIntervalMinutes * minuteMs,
    intervalMaxMs: config.fetcherMaxIntervalMinutes * minuteMs,
    hostPauseMs: config.fetcherDomainDelayMs,
    domainRequestsMax: config.fetcherDomainLanes,
    redirectsMax: config.fetcherMaxRedirects,
  };
}

/** For a process without web pages: its health and its metrics, for monitoring. */
export async function startMonitor({ config, log, metrics, db, clock }: Parts, port: number): Promise<Service> {
  const app = new Hono<WebEnv>();
  app.get("/metrics", metricsRoute(metrics, config.metricsToken));
  app.route(
    "/",
    healthRoutes({
      databaseAnswers: () => databaseAnswers(db.worker),
      health: () => readHealth(db.worker, clock.now()),
    }),
  );
  const server = await startWebServer({ app, host: config.host, port, portSetting: "MONITOR_PORT", log });
  log.info({ url: server.url }, `health and metrics are on ${server.url}`);
  return { name: "monitor", stop: () => server.stop(monitorGraceMs) };
}

/** A feed that nobody read for a month is fetched once a day: when somebody asks for it, it gets its own interval back. */
function askedFeeds({ config, db, clock, log }: Parts): NoteAsked {
  const limits = fetchLimitsOf(config);
  return createAskedFeeds({
    now: clock.now,
    save: async (feedIds) => {
      const now = clock.now();
      const unread = await saveAsked(db.worker, feedIds, { now, wantedSince: earlier(now, unreadAfterMs) });
      for (const feedId of unread) await replanFeed(db.worker, feedId, { limits, now, random: Math.random });
    },
    onError: (error) => log.error({ err: error }, "which clean feeds were asked for could not be saved"),
  });
}

/** A person waits for it. */
const findMs = 10_000;

function feedParts({ config, db, log, client, identity, clock }: Parts): FeedParts {
  const trial = {
    get: ({ signal, ...request }: GuardedRequest) => {
      const timeout = AbortSignal.timeout(findMs);
      return client.get({ ...request, signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]) });
    },
    identity,
    limits: fetchLimitsOf(config),
    itemsMax: config.fetcherMaxItems,
    strictContentType: config.fetcherStrictContentType,
    now: clock.now,
    wantsSilence: (url: string) => wantsSilence(db.worker, laneOf(url, config.fetcherDomainLanes), clock.now()),
  };
  return {
    findFeeds: (written) => findFeeds(trial, written),
    isPrivate: (url) => isPrivateUrl(url, config.fetchAllowNetworks),
    live: liveFeeds({
      feedIdsOf: (personId) => asPerson(db.web, personId, listSubscribedFeeds),
      onError: (error) => log.error({ err: error }, "a list of feeds could not be read"),
    }),
    lanes: config.fetcherDomainLanes,
    importSpreadMs: config.fetcherSuccessIntervalMs,
    intervalMinutesMin: config.fetcherMinIntervalMinutes,
    replanFeed: (feedId, now) => replanFeed(db.worker, feedId, { limits: trial.limits, now, random: Math.random }),
    requestFetch: (feedId, now, options) => requestFetch(db.worker, feedId, now, options),
    mailPlace: mailPlaceOf({ config }),
  };
}

/** What a person's pages know of the language model. */
function readingModels(parts: Parts): Pick<WebParts, "briefWriting" | "canTranslate"> {
  const canTranslate = async () => (await parts.models.current()).translator !== null;
  return { briefWriting: briefPartsOf(parts), canTranslate };
}

function operationParts({ config, db, clock, models, trusted, secrets, inside }: Parts): Operations {
  return {
    pool: db.worker,
    now: clock.now,
    live: liveOperations(),
    setup: createModelSetup({ config, pool: db.worker, now: clock.now, trusted, secrets, inside }),
    backupAt: config.backupAt,
    ai: models,
  };
}

/** As browsers do, but fewer: a page's pictures are often all on one host. */
const picturesPerHostMax = 3;
const pictureLimits = { runningPerHostMax: picturesPerHostMax, runningMax: 20, waitingPerHostMax: 60, waitingMax: 400 };
const pictureTimeoutMs = 15_000;

/** A player asks for several parts of a file at once when someone jumps in it. */
const streamLimits = { perPersonMax: 6, max: 100 };
const streamTimes = { startTimeoutMs: 20_000, silenceMsMax: 30_000, totalMsMax: 4 * hourMs };
const streamBytesMax = 4_000_000_000;
/** Podcasts pass through up to six services that count their listeners. */
const streamRedirectsMax = 10;

function openMedia({ config, db, secrets, identity, clock, log }: Parts): MediaParts & { close: () => Promise<void> } {
  const { fetchAllowNetworks: allowNetworks } = config;
  const client = createGuardedClient({
    allowNetworks,
    requestTimeoutMs: pictureTimeoutMs,
    redirectsMax: config.fetcherMaxRedirects,
    bodyBytesMax: pictureBytesMax,
    connectionsPerHostMax: picturesPerHostMax,
  });
  const streams = createGuardedStreams({
    allowNetworks,
    ...streamTimes,
    redirectsMax: streamRedirectsMax,
    bytesMax: streamBytesMax,
    connectionsPerHostMax: streamLimits.max,
  });
  const agentName = userAgent(identity, 0);
  return {
    addresses: createMediaAddresses(secrets, config.mediaProxy),
    icons: createIcons(db.web, config.mediaProxy),
    loadPicture: createPictureLoader({
      get: client.get,
      userAgent: agentName,
      cache: createPictureCache({
        folder: join(config.dataDir, "media"),
        bytesMax: config.mediaCacheBytes,
        now: clock.now,
      }),
      queue: createHostQueue(pictureLimits),
      now: clock.now,
      onCacheError: hourly(clock.now, (error) => log.warn({ err: error }, "pictures cannot be kept in DATA_DIR/media")),
    }),
    openStream: createStreamOpener({ open: streams.open, userAgent: agentName, ...streamLimits }),
    close: async () => void (await Promise.all([client.close(), streams.close()])),
  };
}

/** For what would otherwise be said with every picture. */
function hourly(now: () => Date, tell: (error: unknown) => void): (error: unknown) => void {
  let quietUntil = new Date(0);
  return (error) => {
    if (now() < quietUntil) return;
    quietUntil = later(now(), hourMs);
    tell(error);
  };
}

const setupRetryMs = 1_000;

/**
 * Until there is an operator, each start prints a link that makes one. It never fails: the server is listening by now, and a
 * database that is lost at this very moment comes back.
 */
async function tellSetup({ config, db, log, clock, publicOrigin }: Parts, stopping: AbortSignal): Promise<void> {
  const { protocol, hostname } = new URL(publicOrigin);
  const isPlain = protocol === "http:" && !/^(localhost|127\..*|\[::1\])$/.test(hostname);
  if (isPlain && config.cookieSecure) {
    log.warn("PUBLIC_ORIGIN is plain http: browsers drop our cookies, unless COOKIE_SECURE=false. Better is https.");
  }
  while (!stopping.aborted) {
    try {
      const token = await createSetupPass(db.worker, clock.now());
      if (token !== null)
        log.info(`No operator yet. Open this link to become the operator: ${publicOrigin}/auth/setup/${token}`);
      return;
    } catch (error) {
      if (!isDatabaseUnavailable(error)) return log.error({ err: error }, "the operator's link could not be made");
      await setTimeout(setupRetryMs, undefined, { signal: stopping }).catch(() => undefined);
    }
  }
}
