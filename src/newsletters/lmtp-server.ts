import { unlink } from "node:fs/promises";
import { connect } from "node:net";
import { callbackify } from "node:util";
import type { SMTPServer, SMTPServerAddress, SMTPServerDataStream, SMTPServerSession } from "smtp-server";
import { isDatabaseUnavailable } from "../database/unavailable.ts";
import { findNewsletters } from "../feeds/newsletter-store.ts";
import { findNewsletterTokens } from "../feeds/newsletter.ts";
import type { ListenAddress } from "../newsletter-settings.ts";
import { Refusal } from "../refusal.ts";
import { mailBytesMax, recipientsMax, type Taken, takeMail, type TakeParts } from "./take-mail.ts";

export type LmtpParts = TakeParts & {
  listen: ListenAddress;
  report: (facts: object, event: string) => void;
  onError: (error: unknown) => void;
  /** Other than in use: for tests. */
  times?: { silenceMs: number; dataMs: number };
};

export type LmtpServer = { port: number | null; stop: () => Promise<void> };

/** A mail server keeps a few connections open. Together they hold at most 20 mails of 10 MB. */
const connectionsMax = 20;
const stopMs = 3_000;
/** Without a byte from the other side, and for one mail from its first byte to its last. */
const usualTimes = { silenceMs: 60_000, dataMs: 5 * 60_000 };

/**
 * Takes mail from the operator's own mail server by LMTP (RFC 2033): it says for each address of a mail whether it is taken, and
 * what it says 250 to is stored. What it refuses for now (4xx), the mail server sends again.
 */
export async function startLmtpServer(parts: LmtpParts): Promise<LmtpServer> {
  const { listen, times = usualTimes } = parts;
  // Only where it is set up, as all that is about mail.
  const smtp = await import("smtp-server");
  const server: SMTPServer = new smtp.SMTPServer({
    lmtp: true,
    banner: "Plainwire",
    logger: false,
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    hideENHANCEDSTATUSCODES: false,
    disableReverseLookup: true,
    size: mailBytesMax,
    rejectOversized: true,
    maxClients: connectionsMax,
    socketTimeout: times.silenceMs,
    closeTimeout: stopMs,
    onRcptTo: callbackify(({ address }: SMTPServerAddress, session: SMTPServerSession) =>
      checkRecipient(parts, address, session),
    ),
    onData: callbackify(async (stream: SMTPServerDataStream, session: SMTPServerSession) => {
      const cut = () => {
        for (const connection of server.connections) if (connection.id === session.id) connection._socket.destroy();
      };
      const tooLong = setTimeout(cut, times.dataMs);
      try {
        return await takeStream(parts, stream, session, cut);
      } finally {
        clearTimeout(tooLong);
      }
    }),
  });
  // A client that goes away in the middle: it sends the mail again.
  server.on("error", (error: Error) => parts.report({ problem: error.message }, "an LMTP connection failed"));
  const port = await open(server, listen);
  return { port, stop: () => new Promise((resolve) => server.close(() => resolve())) };
}

/** Throws what the client is told. */
async function checkRecipient(parts: LmtpParts, address: string, { envelope }: SMTPServerSession): Promise<void> {
  if (envelope.rcptTo.length >= recipientsMax) {
    throw refusal(452, `At most ${recipientsMax} addresses for one mail; send the others in another`);
  }
  const token = tokenOf(parts, address);
  if (token === null || (await orLater(parts, findNewsletters(parts.pool, [token]))).length === 0) throw unknown();
}

/** The whole of an address, not a part of it. */
function tokenOf({ place }: LmtpParts, address: string): string | null {
  return /[\s<>,]/.test(address) ? null : (findNewsletterTokens(place, address, 1)[0] ?? null);
}

/** Many times the limit: such a sender does not listen. */
const cutBytes = 3 * mailBytesMax;

async function takeStream(
  parts: LmtpParts,
  stream: SMTPServerDataStream,
  { envelope, id }: SMTPServerSession,
  cut: () => void,
): Promise<(string | Error)[]> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) {
    // The end of a mail that is too large is read and dropped; the server then answers 552.
    if (!stream.sizeExceeded) chunks.push(chunk as Buffer);
    else if (stream.byteLength > cutBytes) cut();
  }
  if (stream.sizeExceeded) return [];
  const tokens = envelope.rcptTo.map(({ address }) => tokenOf(parts, address) ?? "");
  const distinct = [...new Set(tokens)];
  const raw = Buffer.concat(chunks);
  const taken = await orLater(parts, takeMail(parts, distinct, raw));
  parts.report({ session: id, bytes: raw.length, taken }, "mail came by LMTP");
  return tokens.map((token) => answerOf(taken[distinct.indexOf(token)] ?? "unknown"));
}

function answerOf(taken: Taken): string | Error {
  switch (taken) {
    case "taken":
      return "Taken";
    case "unknown":
      return unknown();
    case "too-many":
      return refusal(452, "Too many mails for this address today; try again tomorrow");
    case "busy":
      return refusal(451, "Too many mails wait here; try again later");
  }
}

function refusal(code: number, sentence: string): Error {
  return Object.assign(new Error(sentence), { responseCode: code });
}

function unknown(): Error {
  return refusal(550, "No newsletter has this address");
}

/** What fails here is not the mail's fault: it is to be sent again. */
async function orLater<Result>({ onError }: LmtpParts, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!isDatabaseUnavailable(error)) onError(error);
    throw refusal(451, "This server cannot store it now; try again later");
  }
}

async function open(server: SMTPServer, listen: ListenAddress): Promise<number | null> {
  try {
    await listenOn(server, listen).catch(async (error: unknown) => {
      if (!("path" in listen) || !(await isAbandoned(listen.path))) throw error;
      await unlink(listen.path);
      await listenOn(server, listen);
    });
  } catch (error) {
    const where = "path" in listen ? listen.path : `${listen.host}:${listen.port}`;
    throw new Refusal(`MAIL_LMTP_LISTEN: ${where} cannot be opened (${String(error)}).`);
  }
  const address = server.server.address();
  return address === null || typeof address === "string" ? null : address.port;
}

async function listenOn(server: SMTPServer, listen: ListenAddress): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.server.once("error", reject);
  server.server.once("listening", resolve);
  server.listen(listen);
  await promise.finally(() => server.server.off("error", reject).off("listening", resolve));
}

/** A socket's file stays when its process is killed. If nobody answers there, it may go. */
async function isAbandoned(path: string): Promise<boolean> {
  const socket = connect(path);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  socket.once("connect", () => resolve(false));
  socket.once("error", (error: NodeJS.ErrnoException) => resolve(error.code === "ECONNREFUSED"));
  return promise.finally(() => socket.destroy());
}
