import { hash } from "node:crypto";
import { escapeUTF8 } from "entities";
import PostalMime, { type Address, type Email } from "postal-mime";
import { printableLine, storableText } from "../text/characters.ts";
import { dayMs, earlier, later, minuteMs } from "../time.ts";
import { findUnsubscribe } from "./find-unsubscribe.ts";
import { parseHeaderBlock } from "./parse-header-block.ts";
import { simplifyHtml } from "./simplify-html.ts";

/** A mail as an item. `html` is not safe yet: cleaning comes afterwards. */
export type ParsedMail = {
  /** The mail's own name for itself, or a hash of what it says: the same mail comes to the same. */
  guid: string;
  title: string;
  author: string | null;
  html: string;
  language: string | null;
  sentAt: Date;
  unsubscribe: string | null;
};

/** A mail whose headers or parts go further is shown in part. Newsletters have three parts, and few more levels. */
const limits = { maxNestingDepth: 50, maxHeadersSize: 512 * 1024, forceRfc822Attachments: true };
const partsMax = 1_000;
// 25 µs each, however short. 10 MB of attachments have 140,000 lines of 76 characters; a text has a few thousand.
const linesMax = 150_000;
const shortLinesMax = 40_000;
const shortLineBytes = 40;

/** It never throws: of a mail that nobody can parse, its headers make an item that says so. */
export async function parseMail(raw: Uint8Array, receivedAt: Date): Promise<ParsedMail> {
  const start = cutStart(raw);
  try {
    // Copied: the parser reads the whole memory behind a view.
    const email = await PostalMime.parse(new Uint8Array(start), limits);
    return toMail(email, raw, { receivedAt, isCut: start.byteLength < raw.byteLength });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return unreadableMail(raw, receivedAt, reason);
  }
}

/** By the headers alone, for a mail that cannot be parsed, or that stopped a worker. */
export async function unreadableMail(raw: Uint8Array, receivedAt: Date, reason: string): Promise<ParsedMail> {
  const wanted = new Set("from subject date message-id content-language".split(" "));
  const fields = parseHeaderBlock(raw).filter(({ name }) => wanted.has(name));
  const block = fields.map(({ name, value }) => `${name}: ${value.slice(0, fieldCharsMax)}`).slice(0, fieldsMax);
  const headers = await PostalMime.parse(Buffer.from(`${block.join("\r\n")}\r\n\r\n`, "latin1"), limits);
  const sentence = `This mail could not be read (${reason.slice(0, reasonCharsMax)}). It had ${raw.byteLength} bytes.`;
  return toMail({ ...headers, html: undefined, text: sentence }, raw, { receivedAt, isCut: false });
}

const fieldCharsMax = 2_000;
const fieldsMax = 20;
const reasonCharsMax = 200;

/** What comes before too many parts, or too many lines. */
function cutStart(raw: Uint8Array): Uint8Array {
  let [lines, shortLines, parts, at] = [0, 0, 0, 0];
  while (at < raw.byteLength) {
    if (raw[at] === hyphen && raw[at + 1] === hyphen) parts += 1;
    if (parts > partsMax || lines > linesMax || shortLines > shortLinesMax) return raw.subarray(0, at);
    const end = raw.indexOf(lineFeed, at);
    if (end === -1) break;
    lines += 1;
    if (end - at < shortLineBytes) shortLines += 1;
    at = end + 1;
  }
  return raw;
}

const hyphen = 0x2d;
const lineFeed = 0x0a;

type Received = { receivedAt: Date; isCut: boolean };

function toMail(email: Email, raw: Uint8Array, { receivedAt, isCut }: Received): ParsedMail {
  const { html: ownHtml = "", text = "" } = email;
  const ofHtml = simplifyHtml(ownHtml);
  const isText = !ofHtml.isCut && isEmpty(ofHtml.html);
  const simple = isText ? simplifyHtml(textToHtml(text)) : ofHtml;
  const title = printableLine(email.subject ?? "", titleCharsMax);
  const author = authorOf(email.from ?? email.sender);
  const isShortened = isCut || simple.isCut || (isText && text.length > textCharsMax);
  const note = isShortened ? "<p>[This mail is longer than what is kept of it.]</p>" : "";
  const html = storableText(simple.html + note);
  return {
    guid: guidOf(email, [author, email.date, title, html]),
    title,
    author: author === null ? null : printableLine(author, authorCharsMax),
    html,
    language: languageOf(email),
    sentAt: sentAt(email.date, receivedAt),
    unsubscribe: findUnsubscribe(parseHeaderBlock(raw)) ?? simple.unsubscribe,
  };
}

/** Some senders leave the HTML part empty, or send no more than the frame of a page. */
function isEmpty(html: string): boolean {
  return !html.includes("<img") && html.replace(/<[^>]*>/g, "").trim() === "";
}

const titleCharsMax = 1_000;
const authorCharsMax = 500;
const guidCharsMax = 900;

function guidOf({ messageId = "" }: Email, said: (string | null | undefined)[]): string {
  const own = storableText(messageId)
    .replace(/[\s<>]/g, "")
    .slice(0, guidCharsMax);
  return own === "" ? `mail:${hash("sha256", said.join("\n"))}` : `mid:${own}`;
}

function authorOf(from: Address | undefined): string | null {
  if (from === undefined) return null;
  return from.name.trim() || (from.address ?? from.group?.[0]?.address ?? "").trim() || null;
}

function languageOf({ headers }: Email): string | null {
  const value = headers.find(({ key }) => key === "content-language")?.value.trim() ?? "";
  return /^[a-z]{2,3}(-[a-z0-9]{1,8}){0,3}$/i.test(value) ? value : null;
}

// Clocks that run a few minutes ahead are common. A mail is read when it comes: one from 1970 would never be seen.
const aheadMsMax = 10 * minuteMs;
const behindMsMax = 30 * dayMs;

function sentAt(written: string | undefined, receivedAt: Date): Date {
  const date = new Date(written ?? Number.NaN);
  if (Number.isNaN(date.getTime()) || date < earlier(receivedAt, behindMsMax)) return receivedAt;
  return date > later(receivedAt, aheadMsMax) ? receivedAt : date;
}

const textCharsMax = 400_000;

/** With links that can be opened: a mail that asks to confirm a subscription is often plain text. */
export function textToHtml(text: string): string {
  const paragraphs = text
    .slice(0, textCharsMax)
    .trim()
    .split(/(?:\r?\n[ \t]*){2,}/);
  return paragraphs.map((one) => `<p>${linked(one).replace(/\r?\n/g, "<br>")}</p>`).join("\n");
}

function linked(text: string): string {
  const parts = text.split(/(https?:\/\/[^\s<>"]{1,2000})/i);
  return parts.map((part, at) => (at % 2 === 0 ? escapeUTF8(part) : linkTo(part))).join("");
}

/** A sentence may end right after an address. */
function linkTo(written: string): string {
  let end = written.length;
  while (".,;:!?)]}'*".includes(written.charAt(end - 1))) end -= 1;
  const [url, rest] = [written.slice(0, end), written.slice(end)];
  return `<a href="${escapeUTF8(url)}">${escapeUTF8(url)}</a>${escapeUTF8(rest)}`;
}
