import { createFirstReader } from "./analysis/first-reading.ts";
import type { Parts } from "./assemble.ts";
import type { MailPlace } from "./feeds/newsletter.ts";
import { mailsChannel } from "./newsletters/incoming-mail-store.ts";
import { startLmtpServer } from "./newsletters/lmtp-server.ts";
import { type MailboxParts, readMailbox } from "./newsletters/read-mailbox.ts";
import { type ReadMailParts, readMails } from "./newsletters/read-mails.ts";
import type { CallParts } from "./newsletters/take-call.ts";
import type { Stage } from "./run-stage.ts";
import type { Service } from "./service.ts";
import { minuteMs } from "./time.ts";

/** Where mails for newsletters go. Null: this server takes none. */
export function mailPlaceOf({ config: { mailDomain, mailPrefix } }: Pick<Parts, "config">): MailPlace | null {
  return mailDomain === null ? null : { domain: mailDomain, prefix: mailPrefix };
}

/** Null: MAIL_LMTP_LISTEN is not set. */
export async function startLmtp(parts: Parts): Promise<Service | null> {
  const { config, log, db, clock } = parts;
  const place = mailPlaceOf(parts);
  const { mailLmtpListen: listen } = config;
  if (listen === null) return null;
  if (place === null) {
    log.warn("MAIL_LMTP_LISTEN does nothing without MAIL_DOMAIN");
    return null;
  }
  const server = await startLmtpServer({
    pool: db.worker,
    now: clock.now,
    place,
    listen,
    report: (facts, event) => log.info(facts, event),
    onError: (error) => log.error({ err: error }, "a mail could not be taken"),
  });
  log.info({ listen }, "takes mail by LMTP");
  return { name: "lmtp", stop: server.stop };
}

/** For the web: POST /mail/in. Null: MAIL_IN_SECRET or MAIL_DOMAIN is not set. */
export function mailInOf(parts: Parts): CallParts | null {
  const { config, log, db, clock } = parts;
  const [place, key] = [mailPlaceOf(parts), config.mailInSecret];
  if (place === null || key === null) return null;
  return { pool: db.worker, now: clock.now, place, key, report: (facts, event) => log.info(facts, event) };
}

/** The rows of the pipeline from mails to items, which are read before they are saved, as a fetch does it. */
export function mailStages(parts: Parts): Stage[] {
  const takes = "mails for newsletters, as they came";
  const wakes = ["upgrade", "translate", "index"];
  const times = { everyMs: 10_000, retryMs: 1_000 };
  const rows: Stage[] = [{ name: "mails", takes, wokenBy: [mailsChannel], ...times, run: mailReadingOf(parts), wakes }];
  const read = mailboxReadingOf(parts);
  if (read === null) return rows;
  const run: Stage["run"] = ({ signal }) => read(signal);
  const mailbox = { name: "mailbox", takes: "mails for newsletters in the mailbox of MAIL_IMAP_URL" };
  return [...rows, { ...mailbox, wokenBy: [], everyMs: minuteMs, run, wakes: [] }];
}

/** Null: MAIL_IMAP_URL or MAIL_DOMAIN is not set. */
function mailboxReadingOf(parts: Parts): ((signal: AbortSignal) => Promise<number>) | null {
  const { config, log, db, clock } = parts;
  const [place, account] = [mailPlaceOf(parts), config.mailImapUrl];
  if (place === null || account === null) return null;
  const reading: MailboxParts = {
    pool: db.worker,
    now: clock.now,
    place,
    account,
    report: (facts, event) => log.info(facts, event),
    onProblem: (problem) => log.warn({ host: account.host, problem }, "the mailbox could not be read to its end"),
  };
  return (signal) => readMailbox(reading, signal);
}

export function mailReadingOf({ config, log, db, clock, models }: Parts): () => Promise<number> {
  const parts: ReadMailParts = {
    pool: db.worker,
    now: clock.now,
    readItems: createFirstReader({
      models,
      ageDaysMax: config.analysisMaxAgeDays,
      now: clock.now,
      onError: (error) => log.error({ err: error }, "a mail could not be read before it was saved"),
    }),
    report: ({ id, feedId, attempts }, outcome) => {
      if (outcome instanceof Error) log.error({ mailId: id, feedId, attempts, err: outcome }, "a mail was not saved");
      else log.info({ mailId: id, feedId }, outcome === "saved" ? "a mail became an item" : "a mail was there already");
    },
  };
  return () => readMails(parts);
}
