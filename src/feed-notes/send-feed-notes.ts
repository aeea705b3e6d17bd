import type pg from "pg";
import { isRefusedMail, type SendMail } from "../accounts/mailer.ts";
import { languages } from "../accounts/preferences.ts";
import type { UnsubscribeTokens } from "../accounts/unsubscribe-token.ts";
import { buildFeedNote } from "./build-feed-note.ts";
import { claimNotes, markNoteFailed, markNoteSent, noteBrokenFeeds, type WaitingNote } from "./feed-note-store.ts";
import { noteTexts } from "./note-texts.ts";

export type FeedNoteParts = {
  pool: pg.Pool;
  now: () => Date;
  sendMail: SendMail;
  publicOrigin: string;
  tokens: UnsubscribeTokens;
  /** How many mails are sent at once. */
  count: number;
  /** `error` is null if the mail server took it. */
  report: (note: WaitingNote, error: unknown) => void;
};

/** Tells people by mail of feeds that have been broken for a week. Returns how many mails there were to send. */
export async function sendFeedNotes(parts: FeedNoteParts): Promise<number> {
  const { pool, now, count } = parts;
  await noteBrokenFeeds(pool, now());
  const notes = await claimNotes(pool, now(), count);
  const ended = await Promise.allSettled(notes.map((note) => sendOne(parts, note)));
  const failed = ended.find((one) => one.status === "rejected");
  if (failed !== undefined) throw failed.reason;
  return notes.length;
}

async function sendOne(parts: FeedNoteParts, note: WaitingNote): Promise<void> {
  const { pool, now, sendMail, publicOrigin, tokens, report } = parts;
  const language = languages.find((known) => known === note.language) ?? "en";
  const unsubscribeUrl = `${publicOrigin}/feed-mails/unsubscribe/${tokens.tokenOf(note.personId)}`;
  const frame = { texts: noteTexts[language], timeZone: note.timeZone, publicOrigin, unsubscribeUrl };
  const error: unknown = await sendMail({ to: note.email, ...buildFeedNote(note.feeds, frame), unsubscribeUrl }).then(
    () => null,
    (reason: unknown) => reason ?? new Error("The mail server gave no reason."),
  );
  report(note, error);
  if (error === null) await markNoteSent(pool, note, now());
  else await markNoteFailed(pool, note, { isRefused: isRefusedMail(error), now: now() });
}
