import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Registry } from "prom-client";
import { createMailer, type SendMail } from "./accounts/mailer.ts";
import { createUnsubscribeTokens } from "./accounts/unsubscribe-token.ts";
import type { SendJson } from "./accounts/supabase/gotrue-client.ts";
import { createModels, type Models } from "./analysis/create-models.ts";
import { findPassphrase } from "./backups/find-passphrase.ts";
import { type BackupWork, createBackupWork } from "./backups/keep-backups.ts";
import type { Config } from "./config.ts";
import {
  type Clock,
  createDatabaseClock,
  type OpenDatabase,
  openDatabase,
  type Reach,
} from "./database/open-database.ts";
import { createSecretBox, findSecretKey, type SecretBox } from "./database/secret-box.ts";
import type { BriefMailParts } from "./briefs/send-brief-mails.ts";
import type { DeliverParts } from "./webhooks/deliver.ts";
import type { FeedNoteParts } from "./feed-notes/send-feed-notes.ts";
import { briefFacts, type BriefParts, type DueBriefParts } from "./briefs/write-brief.ts";
import { inTransaction } from "./database/transaction.ts";
import type { FetchLimits } from "./schedule/policy/fetch-state.ts";
import { usualWaitingMinutes } from "./schedule/policy/learned-interval.ts";
import { type FetchHooks, noHooks } from "./fetching/hooks.ts";
import { createGuardedClient, type GuardedClient } from "./http-client/guarded-client.ts";
import { createGuardedSender } from "./http-client/guarded-sender.ts";
import { createTrustedClient, requestJson, type TrustedClient } from "./http-client/trusted-client.ts";
import { type FetcherIdentity, userAgent } from "./fetching/request-headers.ts";
import { createInsideModels, type InsideModels } from "./models/inside/inside-models.ts";
import { urlOf } from "./listen-address.ts";
import { ownVersion } from "./own-version.ts";
import { createMetrics } from "./telemetry/metrics.ts";
import type { Log } from "./telemetry/log.ts";

/** Everything that is made once per process. Functions ask for the few of these they use. */
export type Parts = {
  config: Config;
  log: Log;
  metrics: Registry;
  db: OpenDatabase;
  version: string;
  publicOrigin: string;
  identity: FetcherIdentity;
  client: GuardedClient;
  secrets: SecretBox;
  hooks: FetchHooks;
  clock: Clock;
  trusted: TrustedClient;
  models: Models;
  inside: InsideModels;
};

export async function assemble(config: Config, log: Log, reach?: Reach): Promise<Parts> {
  const db = await openDatabase(config, (sentence) => log.warn({ part: "database" }, sentence), reach);
  try {
    // A new database takes all of them: their names would push the operator's link off the screen.
    const [last] = db.migrated.slice(-1);
    if (last !== undefined) log.info({ migrations: db.migrated.length, last }, "database migrated");
    tellRights(log, db);
    if (config.fetchAllowNetworks.length > 0) log.warn("FETCH_ALLOW_NETWORKS lets feeds reach private addresses");
    if (config.webhookAllowNetworks.length > 0)
      log.warn("WEBHOOK_ALLOW_NETWORKS lets webhooks reach private addresses");
    return await createParts(config, log, db);
  } catch (error) {
    await db.close();
    throw error;
  }
}

/** What writing a brief needs, for the schedule and for a person who asks. */
export function briefPartsOf({ models, clock }: Parts): Omit<BriefParts, "inPerson"> {
  return {
    findChat: async () => (await models.current()).briefChat,
    now: clock.now,
    sleep: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined),
    createFence: () => randomBytes(fenceBytes).toString("hex"),
  };
}

const fenceBytes = 8;

export function dueBriefPartsOf(parts: Parts, canMail: boolean): DueBriefParts {
  const { config, log, db } = parts;
  return {
    ...briefPartsOf(parts),
    inPerson: (_personId, work) => inTransaction(db.worker, work),
    pool: db.worker,
    count: config.aiConcurrency,
    canMail,
    report: ({ personId, dueAt }, outcome) => log.info({ personId, dueAt, ...briefFacts(outcome) }, "brief due"),
  };
}

const mailsAtOnce = 5;

const deliveryTimeoutMs = 10_000;
const deliveryAnswerBytesMax = 256 * 1024;

/** What the stage deliver needs. Its connections close when nobody uses them. */
export function deliverPartsOf(parts: Parts): DeliverParts {
  const { config, log, db, clock, secrets, identity, publicOrigin } = parts;
  const sender = createGuardedSender({
    allowNetworks: config.webhookAllowNetworks,
    timeoutMs: deliveryTimeoutMs,
    answerBytesMax: deliveryAnswerBytesMax,
  });
  return {
    pool: db.worker,
    now: clock.now,
    post: sender.post,
    secrets,
    userAgent: `Plainwire/${identity.version} (+${identity.contactUrl})`,
    publicOrigin,
    sendMail: mailerOf(parts),
    report: ({ id, event, webhook, attempts }, { status, answer }) => {
      const facts = { deliveryId: id, event, webhookId: webhook.id, kind: webhook.kind, attempts, status };
      if (status !== null && status < 300) log.info(facts, "delivered to a webhook");
      // What a receiver wrote is for the webhook's owner alone: it may repeat what it was sent.
      else log.warn(status === null ? { ...facts, answer } : facts, "not delivered to a webhook");
    },
  };
}

/** Null: this server sends no mail. */
export function briefMailPartsOf(parts: Parts): BriefMailParts | null {
  const { config, log, db, clock, publicOrigin } = parts;
  const sendMail = mailerOf(parts);
  if (sendMail === null) return null;
  return {
    pool: db.worker,
    now: clock.now,
    inPerson: (_personId, work) => inTransaction(db.worker, work),
    count: mailsAtOnce,
    sendMail,
    publicOrigin,
    tokens: createUnsubscribeTokens(findSecretKey(config), "brief mail"),
    report: ({ personId, briefId, attempts }, error) => {
      if (error === null) log.info({ personId, briefId }, "brief mailed");
      else log.error({ personId, briefId, attempts, err: error }, "brief not mailed");
    },
  };
}

/** Null: this server sends no mail. */
export function feedNotePartsOf(parts: Parts): FeedNoteParts | null {
  const { config, log, db, clock, publicOrigin } = parts;
  const sendMail = mailerOf(parts);
  if (sendMail === null) return null;
  return {
    pool: db.worker,
    now: clock.now,
    count: mailsAtOnce,
    sendMail,
    publicOrigin,
    tokens: createUnsubscribeTokens(findSecretKey(config), "feed note"),
    report: ({ personId, feeds, attempts }, error) => {
      if (error === null) log.info({ personId, feeds: feeds.length }, "broken feeds mailed");
      else log.error({ personId, feeds: feeds.length, attempts, err: error }, "broken feeds not mailed");
    },
  };
}

/** Null: no BACKUP_AT is set. People who back up by other means are told of no problem either. */
export function backupWorkOf({ config, log, db, clock, version }: Parts): BackupWork | null {
  const { backupAt: at, backupKeep: keep } = config;
  if (at === null) return null;
  return createBackupWork({
    pool: db.worker,
    connection: db.connection,
    now: clock.now,
    version,
    folder: config.backupDir ?? join(config.dataDir, "backups"),
    at,
    keep,
    passphrase: findPassphrase(config),
    report: (file, taken) => log.info({ file, ...taken }, "backup written"),
  });
}

/** Null: this server sends no mail. */
export function mailerOf({ config: { smtpUrl, smtpFrom }, publicOrigin }: Parts): SendMail | null {
  const from = smtpFrom ?? `Plainwire <no-reply@${new URL(publicOrigin).hostname}>`;
  return smtpUrl === null ? null : createMailer(smtpUrl, from);
}

/** How accounts may ask their provider, which the operator named. */
export function sendTrusted({ trusted }: Pick<Parts, "trusted">): SendJson {
  return (request) => requestJson(trusted, request);
}

/** New tables come with a server's default rights, which is nothing to worry about; rights that came later are. */
function tellRights(log: Log, { migrated, rights: { surplus, missing, left } }: OpenDatabase): void {
  const changed = surplus.length + missing.length;
  if (changed > 0 && migrated.length > 0) log.info({ changed }, "database rights set");
  else if (changed > 0)
    log.warn({ taken: surplus, given: missing }, "database rights were not as they should be: set again");
  if (left.length > 0) log.error({ left }, "database rights that only the role that granted them can take back");
}

async function createParts(config: Config, log: Log, db: OpenDatabase): Promise<Parts> {
  const clock = createDatabaseClock(db.worker);
  await clock.correct();
  const trusted = createTrustedClient();
  const secrets = createSecretBox(findSecretKey(config));
  const inside = createInside(config, { log, now: clock.now });
  return {
    config,
    log,
    metrics: createMetrics(),
    db,
    version: ownVersion(),
    publicOrigin: publicOriginOf(config),
    identity: identityOf(config),
    client: createClient(config),
    secrets,
    hooks: noHooks,
    clock,
    trusted,
    models: createModels({ config, pool: db.worker, now: clock.now, trusted, secrets, inside }),
    inside,
  };
}

/** Models of this installation's own. Nothing is started before one is asked. */
export function createInside(config: Config, { log, now }: { log: Log; now: () => Date }): InsideModels {
  return createInsideModels({
    config,
    userAgent: userAgent(identityOf(config), 0),
    now,
    onEvent: (event) =>
      event.kind === "ended" && event.why === "failed"
        ? log.warn(event, "the model inside ended")
        : log.info(event, `the model inside ${event.kind === "loaded" ? "is loaded" : "is stopped"}`),
  });
}

export function createClient(config: Config): GuardedClient {
  return createGuardedClient({
    allowNetworks: config.fetchAllowNetworks,
    requestTimeoutMs: config.fetcherRequestTimeoutMs,
    redirectsMax: config.fetcherMaxRedirects,
    bodyBytesMax: config.fetcherMaxBodyBytes,
  });
}

/** What publishers see of us. */
export function identityOf(config: Config): FetcherIdentity {
  return { version: ownVersion(), contactUrl: config.fetcherContactUrl ?? `${publicOriginOf(config)}/about-fetcher` };
}

export function fetchLimitsOf(config: Config): FetchLimits {
  return {
    adaptive: config.fetcherAdaptive,
    waitingMinutes: usualWaitingMinutes,
    successIntervalMs: config.fetcherSuccessIntervalMs,
    intervalMinutesMin: config.fetcherMinIntervalMinutes,
    intervalMinutesMax: config.fetcherMaxIntervalMinutes,
    increaseFactor: config.fetcherIncreaseFactor,
    decreaseFactor: config.fetcherDecreaseFactor,
    jitterPercent: config.fetcherJitterPercent,
    probeSuspended: config.fetcherProbeSuspended,
    failurePolicy: config.fetcherFailurePolicy,
  };
}

function publicOriginOf({ publicOrigin, host, port }: Config): string {
  return publicOrigin ?? urlOf(host, port);
}
