import { hashToken } from "./accounts/secret-token.ts";
import { createFirstReader } from "./analysis/first-reading.ts";
import { fetchLimitsOf, type Parts } from "./assemble.ts";
import type { JobParts } from "./fetching/fetch-feed.ts";
import { userAgent } from "./fetching/request-headers.ts";
import { type PushedDocumentParts, savePushedDocument } from "./fetching/save-pushed-document.ts";
import { createGuardedSender } from "./http-client/guarded-sender.ts";
import { findPersonalFeed } from "./items/personal-feed-store.ts";
import { createMediaAddresses } from "./media/media-address.ts";
import { buildRss } from "./publishing/build-xml-feed.ts";
import type { BuiltRss } from "./publishing/cached-feed-store.ts";
import { loadPersonalDocument } from "./publishing/personal-document.ts";
import { etagOf, publishFeed } from "./publishing/publish-feed.ts";
import type { Stage } from "./run-stage.ts";
import { replanFeed } from "./schedule/replan-store.ts";
import { askHubs } from "./websub/ask-hubs.ts";
import { createFullText } from "./web/reading/full-text.ts";
import type { HearHubParts } from "./websub/hear-hub.ts";
import { isReachable } from "./websub/is-reachable.ts";
import { pushesChannel } from "./websub/kept-push-store.ts";
import { hubLinks } from "./websub/own-hub/hub-links.ts";
import { serveListeners, type ServeListenersParts } from "./websub/own-hub/serve-listeners.ts";
import type { OwnHubParts } from "./websub/own-hub/take-request.ts";
import { noteFetch } from "./websub/note-fetch.ts";
import { readPushes, type ReadPushesParts } from "./websub/read-pushes.ts";

/** Hubs can call us, and the operator lets them. */
function usesWebsub({ config, publicOrigin }: Parts): boolean {
  return config.websub && isReachable(publicOrigin);
}

const askTimeoutMs = 10_000;
const answerBytesMax = 256 * 1024;

/** For the stage hubs: what we ask of others' hubs, and what our own has to do. Null: nothing. Connections close when nobody uses them. */
export function hubWorkOf(parts: Parts): ((signal: AbortSignal) => Promise<number>) | null {
  const { config, log, db, clock, secrets, identity, publicOrigin } = parts;
  if (!usesWebsub(parts)) return null;
  const sender = createGuardedSender({
    allowNetworks: config.fetchAllowNetworks,
    timeoutMs: askTimeoutMs,
    answerBytesMax,
  });
  const asking = {
    pool: db.worker,
    now: clock.now,
    post: sender.post,
    secrets,
    userAgent: userAgent(identity, 0),
    publicOrigin,
    report: (feedId: string, hub: string, problem: string | null) => {
      if (problem === null) log.info({ feedId, hub }, "asked a hub to tell of new items");
      else log.warn({ feedId, hub, problem }, "a hub did not take our request");
    },
  };
  const serving = {
    ...asking,
    get: parts.client.get,
    publish: cleanFeedsOf(parts).publish,
    buildPersonal: personalBuildingOf(parts),
    report: (facts: object, event: string) => log.info(facts, event),
  };
  return async (signal) => (await askHubs(asking, signal)) + (await serveListeners(serving, signal));
}

/** How clean feeds are built and announced: with our hub, if there is one. `linkOf`: the header Link of the one at this address. */
export function cleanFeedsOf(parts: Parts): {
  publish: (feedId: string) => Promise<BuiltRss | null>;
  linkOf: ((selfUrl: string) => string) | undefined;
} {
  const { db, clock, publicOrigin } = parts;
  const hubUrl = usesWebsub(parts) ? `${publicOrigin}/hub` : null;
  const publishing = { pool: db.worker, now: clock.now, publicOrigin, hubUrl };
  return {
    publish: (feedId) => publishFeed(publishing, feedId),
    linkOf: hubUrl === null ? undefined : (selfUrl) => hubLinks(publicOrigin, selfUrl),
  };
}

/** The personal feed that this token opens, as its reader gets it. Null: it opens none any more. */
function personalBuildingOf(parts: Parts): ServeListenersParts["buildPersonal"] {
  const { config, db, clock, secrets, publicOrigin } = parts;
  const writeFullText = createFullText(createMediaAddresses(secrets, config.mediaProxy).sign, publicOrigin);
  return async (token, selfUrl) => {
    const now = clock.now();
    const found = await findPersonalFeed(db.web, hashToken(token), now);
    if (found === null) return null;
    const wanted = found.settings;
    const request = { found, wanted, publicOrigin, selfUrl, hubUrl: `${publicOrigin}/hub`, writeFullText };
    const { feed, items, updatedAt } = await loadPersonalDocument(db.web, request, now);
    const { xml } = buildRss(feed, items, updatedAt);
    return { xml, etag: etagOf(Buffer.from(xml)) };
  };
}

/** For the web: where hubs call us, and our own hub. Null: a program that calls is told that nobody listens. */
export function websubDoorsOf(parts: Parts): { websub: HearHubParts | null; ownHub: OwnHubParts | null } {
  if (!usesWebsub(parts)) return { websub: null, ownHub: null };
  const { config, log, db, clock, secrets, publicOrigin } = parts;
  const door = { pool: db.worker, now: clock.now, secrets };
  const report = (feedId: string, event: string) => log.info({ feedId }, event);
  return {
    websub: { ...door, bodyBytesMax: config.fetcherMaxBodyBytes, report },
    ownHub: { ...door, web: db.web, publicOrigin },
  };
}

/** Also without WebSub: what came before it was switched off is read. `wakes`: what follows saved items. */
export function pushStage(parts: Parts, wakes: string[]): Stage {
  const takes = "what hubs sent along, to be read as a fetched document is";
  const read = pushReadingOf(parts);
  return { name: "pushes", takes, wokenBy: [pushesChannel], everyMs: 10_000, retryMs: 1_000, run: read, wakes };
}

export function pushReadingOf({ config, log, db, clock, models, hooks }: Parts): () => Promise<number> {
  const { now } = clock;
  const saving: PushedDocumentParts = {
    pool: db.worker,
    now,
    itemsMax: config.fetcherMaxItems,
    readItems: createFirstReader({
      models,
      ageDaysMax: config.analysisMaxAgeDays,
      now,
      onError: (error) => log.error({ err: error }, "an item of a push could not be read before it was saved"),
    }),
    hooks,
    hookFailed: (hook, error) => log.error({ hook, err: error }, "hook failed"),
  };
  const reading: ReadPushesParts = {
    pool: db.worker,
    now,
    saveDocument: (push) => savePushedDocument(saving, push),
    report: ({ feedId }, outcome) => {
      if (outcome instanceof Error) return log.error({ feedId, err: outcome }, "a push could not be read");
      const { kind } = outcome;
      if (kind === "saved") {
        const [created, updated] = [outcome.created.length, outcome.updated.length];
        return log.info({ feedId, created, updated }, "a push was read");
      }
      const why = kind === "refused" ? outcome.why : kind;
      log.info({ feedId, why }, kind === "refused" ? "a push is not read, the feed is fetched" : "a push is not read");
    },
  };
  return () => readPushes(reading);
}

/** For jobs. Undefined: hubs that feeds name are passed over. */
export function noteFetchOf(parts: Parts): JobParts["noteFetch"] {
  if (!usesWebsub(parts)) return undefined;
  const { config, db, clock } = parts;
  const replan = (feedId: string) =>
    replanFeed(db.worker, feedId, { limits: fetchLimitsOf(config), now: clock.now(), random: Math.random });
  return (fetched) => noteFetch({ pool: db.worker, now: clock.now, replan }, fetched);
}
