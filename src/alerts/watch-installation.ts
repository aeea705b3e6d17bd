import { hostname } from "node:os";
import type pg from "pg";
import { Gauge, type Registry } from "prom-client";
import { createMailer, mailServerAnswers } from "../accounts/mailer.ts";
import { takesWrites } from "../database/unavailable.ts";
import type { TrustedClient } from "../http-client/trusted-client.ts";
import type { Log } from "../telemetry/log.ts";
import { minuteMs } from "../time.ts";
import type { AlertKind, Finding, Look } from "./alert-policy.ts";
import { changeAlerts, countDeadLetters } from "./alert-store.ts";
import { type Channel, createOutbox, mailChannel, webhookChannel } from "./outbox.ts";
import { createAlertWatch } from "./watch-alerts.ts";

type Options = {
  pool: pg.Pool;
  now: () => Date;
  log: Log;
  metrics: Registry;
  trusted: TrustedClient;
  publicOrigin: string;
  settings: {
    alertMailTo: string | null;
    alertWebhookUrl: string | null;
    smtpUrl: string | null;
    smtpFrom: string | null;
  };
  /** The whole installation's, with what is wrong. */
  readHealth: () => Promise<{ status: "UP" | "DOWN"; details: Record<string, unknown> }>;
  /** What is wrong with the scheduled backups; null where there is no schedule. */
  findBackupProblem?: (() => Promise<string | null>) | null;
};

/** A pool waits for a connection as long as it must; an operator does not. */
const databaseMsMax = 10_000;
const mailEveryMs = 10 * minuteMs;

/** Tells the operator what is wrong with the installation: in the log, by mail, by webhook, as a metric, as a banner. */
export function createInstallationWatch(options: Options): { look: () => Promise<void> } {
  const { pool, now, log, metrics, settings } = options;
  const outbox = createOutbox({
    channels: channelsOf(options),
    onSent: (channel, { kind, state }) => log.info({ channel, kind, state }, "alert sent"),
    onFailure: (channel, error) => log.error({ channel, err: error }, "an alert could not be sent"),
  });
  const checkMail = createMailCheck(settings.smtpUrl);
  return createAlertWatch({
    findDatabaseProblem: () => findDatabaseProblem(pool),
    look: async () => joined([await lookAtQueue(options), await checkMail(), await lookAtBackups(options)]),
    change: (decide) => changeAlerts(pool, decide),
    outbox,
    now,
    onMessage: ({ kind, state, sentence }) => log[state === "cleared" ? "info" : "error"]({ kind, state }, sentence),
    onRaised: createAlertMetrics(metrics),
  });
}

function channelsOf({ settings, trusted, publicOrigin }: Options): Channel[] {
  const sender = { origin: publicOrigin, host: hostname() };
  const { alertMailTo, alertWebhookUrl, smtpUrl, smtpFrom } = settings;
  const from = smtpFrom ?? `Plainwire <no-reply@${new URL(publicOrigin).hostname}>`;
  return [
    ...(alertMailTo === null || smtpUrl === null
      ? []
      : [mailChannel(createMailer(smtpUrl, from), alertMailTo, sender)]),
    ...(alertWebhookUrl === null ? [] : [webhookChannel(trusted, alertWebhookUrl, sender)]),
  ];
}

async function lookAtQueue({ pool, readHealth }: Options): Promise<Look> {
  const { status, details } = await readHealth();
  const { feeds, items } = await countDeadLetters(pool);
  const complaints = Array.isArray(details["complaints"]) ? details["complaints"].join(", ") : "the database went away";
  const findings: Finding[] = [];
  if (status === "DOWN") findings.push({ kind: "health", sentence: `Health is DOWN: ${complaints}.` });
  if (feeds + items > 0) {
    const sentence = `Given up after repeated failures: feeds ${feeds}, items ${items}. See “Failed jobs” on the operator's pages, or 'plainwire queue dead list'.`;
    findings.push({ kind: "dead-letters", sentence });
  }
  return { checked: ["health", "dead-letters"], findings };
}

async function lookAtBackups({ findBackupProblem = null }: Options): Promise<Look> {
  if (findBackupProblem === null) return { checked: [], findings: [] };
  const sentence = await findBackupProblem();
  return { checked: ["backup"], findings: sentence === null ? [] : [{ kind: "backup", sentence }] };
}

/** Asks the mail server now and then: a broken one is best known before somebody needs a reset link. */
function createMailCheck(smtpUrl: string | null): () => Promise<Look> {
  let checkedAtMs = -Infinity;
  let last: Look = { checked: [], findings: [] };
  return async () => {
    if (smtpUrl === null || performance.now() - checkedAtMs < mailEveryMs) return last;
    checkedAtMs = performance.now();
    const answers = await mailServerAnswers(smtpUrl);
    const sentence = "The mail server of SMTP_URL does not answer, or refuses the login.";
    last = { checked: ["mail"], findings: answers ? [] : [{ kind: "mail", sentence }] };
    return last;
  };
}

function joined(looks: Look[]): Look {
  return { checked: looks.flatMap(({ checked }) => checked), findings: looks.flatMap(({ findings }) => findings) };
}

const silent = "The database does not answer.";
const onlyReads = "The database only reads: DATABASE_URL may lead to a standby that was not promoted.";

async function findDatabaseProblem(pool: pg.Pool): Promise<string | null> {
  const { promise: late, resolve } = Promise.withResolvers<string>();
  const timer = setTimeout(resolve, databaseMsMax, silent);
  const found = takesWrites(pool).then(
    (isWritable) => (isWritable ? null : onlyReads),
    () => silent,
  );
  return Promise.race([found, late]).finally(() => clearTimeout(timer));
}

const kinds: AlertKind[] = ["database", "health", "dead-letters", "mail", "backup"];

/** For Prometheus: the same alerts, told while the database is away as well. */
export function createAlertMetrics(registry: Registry): (raised: AlertKind[]) => void {
  const gauge = new Gauge({
    name: "plainwire_alert_raised",
    help: "1 while an alert of this kind is raised",
    labelNames: ["kind"],
    registers: [registry],
  });
  const show = (raised: AlertKind[]) => {
    for (const kind of kinds) gauge.set({ kind }, raised.includes(kind) ? 1 : 0);
  };
  show([]);
  return show;
}
