import { hostname } from "node:os";
import { minuteMs } from "./time.ts";
import { createMailer, mailServerAnswers } from "./accounts/mailer.ts";
import type { Finding, Look } from "./alerts/alert.ts";
import { createAlertMetrics } from "./alerts/alert-metrics.ts";
import { changeAlerts, countDeadLetters } from "./alerts/alert-store.ts";
import { mailChannel, webhookChannel } from "./alerts/channels.ts";
import { type Channel, createOutbox } from "./alerts/outbox.ts";
import { createAlertWatch } from "./alerts/watch-alerts.ts";
import type { Parts } from "./assemble.ts";
import { databaseAnswers } from "./database/unavailable.ts";
import { startChore } from "./scheduling/chore.ts";
import { readHealth } from "./scheduling/read-health.ts";
import type { Service } from "./service.ts";

const lookEveryMs = 30_000;
/** A pool waits for a connection as long as it must; an operator does not. */
const databaseMsMax = 10_000;
const mailEveryMs = 10 * minuteMs;

/** Tells the operator what is wrong with the installation: in the log, by mail, by webhook, as a metric, as a banner. */
export function startAlerts(parts: Parts): Service {
  const onError = (error: unknown) => parts.log.error({ err: error }, "alerts could not be checked");
  const chore = startChore({ everyMs: lookEveryMs, run: alertWatch(parts).look, onError });
  return { name: "alerts", stop: chore.stop };
}

export function alertWatch(parts: Parts): { look: () => Promise<void> } {
  const { log, db, clock } = parts;
  const outbox = createOutbox({
    channels: channelsOf(parts),
    onSent: (channel, { kind, state }) => log.info({ channel, kind, state }, "alert sent"),
    onFailure: (channel, error) => log.error({ channel, err: error }, "an alert could not be sent"),
  });
  const checkMail = mailCheck(parts);
  return createAlertWatch({
    databaseAnswers: () => within(databaseMsMax, databaseAnswers(db.worker)),
    look: async () => joined([await lookAtQueue(parts), await checkMail()]),
    change: (decide) => changeAlerts(db.worker, decide),
    outbox,
    now: clock.now,
    onMessage: ({ kind, state, sentence }) => log[state === "cleared" ? "info" : "error"]({ kind, state }, sentence),
    onRaised: createAlertMetrics(parts.metrics),
  });
}

function channelsOf({ config, trusted, publicOrigin }: Parts): Channel[] {
  const sender = { origin: publicOrigin, host: hostname() };
  const { alertMailTo, alertWebhookUrl, smtpUrl } = config;
  const from = config.smtpFrom ?? `Plainwire <no-reply@${new URL(publicOrigin).hostname}>`;
  return [
    ...(alertMailTo === null || smtpUrl === null
      ? []
      : [mailChannel(createMailer(smtpUrl, from), alertMailTo, sender)]),
    ...(alertWebhookUrl === null ? [] : [webhookChannel(trusted, alertWebhookUrl, sender)]),
  ];
}

async function lookAtQueue({ db, clock }: Parts): Promise<Look> {
  const { status, details } = await readHealth(db.worker, clock.now());
  const { feeds, items } = await countDeadLetters(db.worker);
  const complaints = Array.isArray(details["complaints"]) ? details["complaints"].join(", ") : "the database went away";
  const findings: Finding[] = [];
  if (status === "DOWN") findings.push({ kind: "health", sentence: `Health is DOWN: ${complaints}.` });
  if (feeds + items > 0) {
    const sentence = `Given up after repeated failures: feeds ${feeds}, items ${items}. See the dead letters.`;
    findings.push({ kind: "dead-letters", sentence });
  }
  return { checked: ["health", "dead-letters"], findings };
}

/** Asks the mail server now and then: a broken one is best known before somebody needs a reset link. */
function mailCheck({ config: { smtpUrl } }: Parts): () => Promise<Look> {
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

async function within(limitMs: number, answer: Promise<boolean>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(resolve, limitMs, false);
  return Promise.race([answer, promise]).finally(() => clearTimeout(timer));
}
