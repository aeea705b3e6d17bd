import type { HeaderField } from "./parse-header-block.ts";

const linkCharsMax = 2_048;

/**
 * Where a person stops a newsletter, by its header (RFC 2369): a page rather than an address to write to. We never open it
 * ourselves. Null: the header names nothing that may be linked.
 */
export function findUnsubscribe(fields: readonly HeaderField[]): string | null {
  const written = fields
    .filter(({ name }) => name === "list-unsubscribe")
    .flatMap(({ value }) => [...value.slice(0, 4 * linkCharsMax).matchAll(/<([^<>]+)>/g)])
    .map(([, link = ""]) => link.replace(/\s/g, ""));
  const links = written.map(linkOf).filter((link) => link !== null);
  return links.find((link) => link.startsWith("http")) ?? links[0] ?? null;
}

/** An address that a page of ours may link to. */
export function linkOf(written: string): string | null {
  const url = written.length > linkCharsMax ? null : URL.parse(written.trim());
  if (url === null || !["http:", "https:", "mailto:"].includes(url.protocol)) return null;
  return url.username === "" && url.password === "" && url.href.length <= linkCharsMax ? url.href : null;
}

/** How newsletters call that link, in the languages of our readers and their neighbours. */
const unsubscribeWords =
  /unsubscri|opt[ -]?out|abbestell|abmeld|austrag|wypisz|wypisa|rezygn|zrezygn|désabonn|désinscri|de-?suscri|darse de baja|cancelar la suscripción|disiscri|cancella l.iscrizione|afmeld|uitschrij|avprenumer|avregistr|frameld|odhlásit|leiratkoz/i;

/** Whether a link of the text says that it stops the newsletter: by its words, or by its address. */
export function isUnsubscribeLink(text: string, href: string): boolean {
  return unsubscribeWords.test(text) || /unsubscribe|opt-?out/i.test(href);
}
