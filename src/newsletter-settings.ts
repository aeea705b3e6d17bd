import { secret, setting } from "./setting.ts";

/** The rows of config.ts that say how mails for newsletters come in. Without MAIL_DOMAIN there are no newsletters. */
export const newsletterSettings = {
  mailDomain: setting(
    "MAIL_DOMAIN",
    "",
    mailDomain,
    "Domain of the addresses of newsletters, such as news.example.org; without it there are none.",
  ),
  mailPrefix: setting(
    "MAIL_PREFIX",
    "",
    mailPrefix,
    "What these addresses start with: me+ for a mailbox me@… that takes plus addresses.",
  ),
  mailLmtpListen: setting(
    "MAIL_LMTP_LISTEN",
    "",
    listenAddress,
    "Where the mail server hands over mail by LMTP: a port of 127.0.0.1, an address with a port, or the path of a socket.",
  ),
  mailInSecret: secret(
    "MAIL_IN_SECRET",
    "",
    signingKey,
    "Signs mail that a program sends to POST /mail/in: whsec_ and base64, or 24 characters or more.",
  ),
  mailImapUrl: secret(
    "MAIL_IMAP_URL",
    "",
    imapAddress,
    "A mailbox that is looked at each minute: imaps://user:password@host/folder, special characters percent-encoded.",
  ),
};

function mailDomain(value: string): string | null {
  if (value === "") return null;
  if (!/^(?=.{1,253}$)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*$/i.test(value)) throw new RangeError("must be a domain");
  return value.toLowerCase();
}

/** With the token it must fit into the 64 characters that a mail server takes before the "@". */
function mailPrefix(value: string): string {
  if (!/^[\w.+=-]{0,40}$/.test(value)) throw new RangeError("may have 40 letters, digits and . + = - _");
  return value;
}

export type ListenAddress = { host: string; port: number } | { path: string };

function listenAddress(value: string): ListenAddress | null {
  if (value === "") return null;
  if (value.startsWith("/")) return { path: value };
  const [, bracketed, plain, port = ""] = /^(?:(?:\[([\da-f:.]+)\]|([\w.-]+)):)?(\d{1,5})$/i.exec(value) ?? [];
  if (port === "" || Number(port) > 65_535) throw new RangeError("must be a port, an address with a port, or a path");
  return { host: bracketed ?? plain ?? "127.0.0.1", port: Number(port) };
}

/** As Standard Webhooks writes it, or any text. */
function signingKey(value: string): Buffer | null {
  if (value === "") return null;
  const key = value.startsWith("whsec_") ? Buffer.from(value.slice(6), "base64") : Buffer.from(value);
  if (key.length < 24) throw new RangeError("must have 24 bytes or more");
  return key;
}

/** `isSecure`: TLS from the start; otherwise by STARTTLS, and without TLS on this machine. */
export type ImapAccount = {
  host: string;
  port: number;
  isSecure: boolean;
  user: string;
  password: string;
  folder: string;
};

function imapAddress(value: string): ImapAccount | null {
  if (value === "") return null;
  const url = /^imaps?:\/\//i.test(value) ? URL.parse(value) : null;
  if (url === null || url.hostname === "" || url.username === "" || url.password === "") {
    throw new RangeError("must be imaps://user:password@host/folder");
  }
  const isSecure = url.protocol === "imaps:";
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: Number(url.port) || (isSecure ? 993 : 143),
    isSecure,
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    folder: decodeURIComponent(url.pathname.slice(1)) || "INBOX",
  };
}
