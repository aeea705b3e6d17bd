import type pg from "pg";
import { isRefusedMail, type SendMail } from "../accounts/mailer.ts";
import { type Language, languages } from "../accounts/preferences.ts";
import { claimBriefMails, markMailFailed, markMailSent, type WaitingMail } from "./brief-mail-store.ts";
import { buildBriefMail } from "./build-brief-mail.ts";
import { mailTexts } from "./mail-texts.ts";
import { loadBrief } from "./shown-brief-store.ts";
import type { UnsubscribeTokens } from "../accounts/unsubscribe-token.ts";
import { type BriefParts, type DueBriefParts, writeDueBriefs } from "./write-brief.ts";

export type BriefMailParts = Pick<BriefParts, "now" | "inPerson"> & {
  pool: pg.Pool;
  sendMail: SendMail;
  publicOrigin: string;
  tokens: UnsubscribeTokens;
  /** How many are sent at once. */
  count: number;
  /** `error` is null if the mail server took it. */
  report: (mail: WaitingMail, error: unknown) => void;
};

/** Writes the briefs that are due, then sends the mails that wait, also if a brief could not be written. */
export async function deliverBriefs(
  due: DueBriefParts,
  mailing: BriefMailParts | null,
  signal: AbortSignal,
): Promise<number> {
  const [written, sent] = [
    await settled(writeDueBriefs(due, signal)),
    mailing === null ? 0 : await sendBriefMails(mailing),
  ];
  if (written.status === "rejected") throw written.reason;
  return written.value + sent;
}

async function settled<Value>(work: Promise<Value>): Promise<PromiseSettledResult<Value>> {
  const [result] = await Promise.allSettled([work]);
  return result;
}

/**
 * Sends the mails that wait. A worker that dies while it sends one leaves it locked for two minutes; then another sends it,
 * under the same Message-ID, because nobody can know whether the mail server had taken it. Returns how many there were.
 */
export async function sendBriefMails(parts: BriefMailParts): Promise<number> {
  const waiting = await claimBriefMails(parts.pool, parts.now(), parts.count);
  const ended = await Promise.allSettled(waiting.map((mail) => sendOne(parts, mail)));
  const failed = ended.find((one) => one.status === "rejected");
  if (failed !== undefined) throw failed.reason;
  return waiting.length;
}

async function sendOne(parts: BriefMailParts, mail: WaitingMail): Promise<void> {
  const { pool, now, inPerson, sendMail, publicOrigin, tokens, report } = parts;
  const brief = await inPerson(mail.personId, (db) => loadBrief(db, mail.personId, mail.briefId));
  if (brief === null) return;
  const unsubscribeUrl = `${publicOrigin}/brief/unsubscribe/${tokens.tokenOf(mail.personId)}`;
  const texts = mailTexts[languageOf(mail)];
  const content = buildBriefMail(brief, { texts, timeZone: mail.timeZone, publicOrigin, unsubscribeUrl });
  const id = `brief-${brief.id}@${new URL(publicOrigin).hostname}`;
  const error: unknown = await sendMail({ to: mail.email, ...content, unsubscribeUrl, id }).then(
    () => null,
    (reason: unknown) => reason ?? new Error("The mail server gave no reason."),
  );
  report(mail, error);
  if (error === null) await markMailSent(pool, mail, now());
  else await markMailFailed(pool, mail, isRefusedMail(error) ? "refused" : "unreachable", now());
}

function languageOf({ language }: WaitingMail): Language {
  return languages.find((known) => known === language) ?? "en";
}
