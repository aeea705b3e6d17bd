import { randomBytes } from "node:crypto";

/** A feed that is never fetched: its items come by mail. Nobody can type such an address. */
export function isNewsletter(feedUrl: string): boolean {
  return feedUrl.startsWith("newsletter:");
}

/** Where mails for newsletters go: MAIL_PREFIX, a token, "@", MAIL_DOMAIN. */
export type MailPlace = { domain: string; prefix: string };

export function newsletterAddress({ domain, prefix }: MailPlace, token: string): string {
  return `${prefix}${token}@${domain}`;
}

const tokenLetters = "abcdefghijklmnopqrstuvwxyz234567";
const tokenChars = 20;

/** 100 random bits in letters that survive mail programs and people who read them aloud. */
export function createNewsletterToken(): string {
  return Array.from(randomBytes(tokenChars), (byte) => tokenLetters[byte % tokenLetters.length]).join("");
}

/** The tokens of our addresses in a text, such as a header with many others. Each once, at most so many. */
export function findNewsletterTokens({ domain, prefix }: MailPlace, text: string, countMax: number): string[] {
  const pattern = `(?<![\\w.+-])${literally(prefix)}([a-z2-7]{${tokenChars}})@${literally(domain)}(?![\\w.-])`;
  const found = new Set<string>();
  for (const [, token = ""] of text.matchAll(new RegExp(pattern, "gi"))) {
    found.add(token.toLowerCase());
    if (found.size >= countMax) break;
  }
  return [...found];
}

function literally(text: string): string {
  return text.replace(/[^\w]/g, "\\$&");
}
