import { hash } from "node:crypto";
import type { ImapFlow } from "imapflow";
import type { ImapAccount } from "../newsletter-settings.ts";
import { dayMs, earlier, later, minuteMs } from "../time.ts";
import { leaseMailbox, type MailboxPlace, releaseMailbox, savePlace } from "./mailbox-store.ts";
import { mailBytesMax, takeMail, type TakeParts, tokensOf } from "./take-mail.ts";

export type MailboxParts = TakeParts & {
  account: ImapAccount;
  report: (facts: object, event: string) => void;
  onProblem: (problem: string) => void;
  /** Who signs the server's certificate, if nobody whom the system knows does: for tests. */
  ca?: string;
  /** Other than in use: for tests. */
  lookMs?: number;
};

/** Of a mailbox that is new to us, or counts from one again: what came before is not for us. */
const firstLookMs = 7 * dayMs;
const mailsAtOnce = 200;
/** Shorter than the lease (mailbox-store.ts). A server that sends a byte now and then would hold us for ever. */
const lookMsMax = 4 * minuteMs;
/** After a failure: servers close accounts that try a wrong password each minute. */
const pauseMs = 5 * minuteMs;

/**
 * Takes the mails for newsletters out of a mailbox that the operator named, and marks them as read. Others in it are left alone.
 * It goes on after the last one that it looked at, by number; what is looked at twice is one item. Returns how many it looked at.
 */
export async function readMailbox(parts: MailboxParts, signal: AbortSignal): Promise<number> {
  const { pool, now, account, onProblem, lookMs = lookMsMax } = parts;
  const { host, port, user, folder } = account;
  const name = hash("sha256", JSON.stringify([host, port, user, folder]));
  const place = await leaseMailbox(pool, name, now());
  if (place === null) return 0;

  let releaseAt = now();
  const client = await createClient(parts);
  const cut = () => client.close();
  const tooLong = AbortSignal.timeout(lookMs);
  const until = AbortSignal.any([signal, tooLong]);
  until.addEventListener("abort", cut, { once: true });
  try {
    await client.connect();
    return await takeNew(parts, client, { place, save: (next) => savePlace(pool, name, next) });
  } catch (error) {
    if (!signal.aborted) {
      const inTime = `It took longer than ${lookMs / 1_000} s. What is left follows later`;
      onProblem(tooLong.aborted ? inTime : explain(error));
      releaseAt = later(now(), pauseMs);
    }
    return 0;
  } finally {
    until.removeEventListener("abort", cut);
    client.close();
    await releaseMailbox(pool, name, releaseAt);
  }
}

async function createClient({ account, ca }: MailboxParts): Promise<ImapFlow> {
  // Only where a mailbox is set up: 8 MB.
  const { ImapFlow } = await import("imapflow");
  const { host, port, isSecure, user, password } = account;
  const isHere = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host);
  const client = new ImapFlow({
    host,
    port,
    secure: isSecure,
    // The password leaves this machine encrypted or not at all.
    ...(isSecure ? {} : { doSTARTTLS: !isHere }),
    ...(ca === undefined ? {} : { tls: { ca } }),
    auth: { user, pass: password },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 60_000,
  });
  // It also rejects what was asked; without a listener it would end the process.
  client.on("error", () => undefined);
  return client;
}

type Look = { place: MailboxPlace; save: (place: MailboxPlace) => Promise<void> };

async function takeNew(parts: MailboxParts, client: ImapFlow, { place, save }: Look): Promise<number> {
  const mailbox = await client.mailboxOpen(parts.account.folder);
  const { uidValidity, uidNext } = mailbox;
  const isNew = place.uidValidity !== uidValidity;
  const since = earlier(parts.now(), firstLookMs);
  const query = isNew ? { since } : { uid: `${place.lastUid + 1}:*` };
  const found = (await client.search(query, { uid: true })) || [];
  // "n:*" always finds the last mail, even below n.
  const uids = found.filter((uid) => isNew || uid > place.lastUid).toSorted((a, b) => a - b);
  const some = uids.slice(0, mailsAtOnce);
  const mails =
    some.length === 0
      ? []
      : await client.fetchAll(some.join(","), { uid: true, size: true, headers: true }, { uid: true });
  for (const { uid, size = 0, headers } of mails.toSorted((a, b) => a.uid - b.uid)) {
    const tokens = headers === undefined ? [] : tokensOf(parts.place, headers);
    if (tokens.length > 0 && !(await takeOne(parts, client, { uid, size, tokens }))) return 0;
    await save({ uidValidity, lastUid: uid });
  }
  if (some.length === 0 && isNew) await save({ uidValidity, lastUid: uidNext - 1 });
  return mails.length;
}

type NewMail = { uid: number; size: number; tokens: string[] };

/** False: it is to be looked at again. */
async function takeOne(parts: MailboxParts, client: ImapFlow, { uid, size, tokens }: NewMail): Promise<boolean> {
  if (size > mailBytesMax) {
    parts.onProblem(`The mail ${uid} has ${size} bytes, which is too large. It stays unread in the mailbox.`);
    return true;
  }
  const mail = await client.fetchOne(String(uid), { source: true }, { uid: true });
  // It was deleted a moment ago.
  if (!mail || mail.source === undefined) return true;
  const taken = await takeMail(parts, tokens, mail.source);
  parts.report({ uid, bytes: mail.source.length, taken }, "mail came from the mailbox");
  if (taken.includes("taken")) await client.messageFlagsAdd(String(uid), ["\\Seen"], { uid: true });
  return taken.includes("taken") || !taken.includes("busy");
}

/** The server's own words say most: "AUTHENTICATIONFAILED". */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const said = "responseText" in error && typeof error.responseText === "string" ? `: ${error.responseText}` : "";
  const code = "code" in error && typeof error.code === "string" ? ` (${error.code})` : "";
  return `${error.message}${said}${code}`.slice(0, 300);
}
