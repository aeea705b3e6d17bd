import type { Mail } from "../accounts/mailer.ts";
import { categories } from "../items/analyzer-result.ts";
import { printableLine } from "../text/characters.ts";
import { type BriefReference, type LaidOutBrief, layOutBrief } from "./lay-out-brief.ts";
import type { MailTexts } from "./mail-texts.ts";
import type { BriefParagraph } from "./parse-brief-text.ts";
import type { ShownBrief } from "./shown-brief-store.ts";

export type MailFrame = { texts: MailTexts; timeZone: string; publicOrigin: string; unsubscribeUrl: string };

const titleCharsMax = 200;

/** A brief as a letter: plain text and simple HTML with the same words, no pictures, nothing that tells us who opened it. */
export function buildBriefMail(brief: ShownBrief, frame: MailFrame): Pick<Mail, "subject" | "text" | "html"> {
  const letter = letterOf(brief, frame);
  const { texts, unsubscribeUrl } = frame;
  const ending = `-- \n${texts.why}\n${texts.stop}: ${unsubscribeUrl}\n\n`;
  const text = `${asText(letter, frame)}\n\n${ending}`;
  return { subject: texts.subject(letter.day), text, html: asHtml(letter, frame) };
}

type TextFrame = Omit<MailFrame, "unsubscribeUrl">;

/** The same words to paste somewhere. */
export function buildBriefText(brief: ShownBrief, frame: TextFrame): string {
  return `${asText(letterOf(brief, frame), frame)}\n`;
}

type Letter = { day: string; laidOut: LaidOutBrief; note: string | null; briefUrl: string };

function letterOf(brief: ShownBrief, { texts, timeZone, publicOrigin }: TextFrame): Letter {
  const parts = { weekday: "long", day: "numeric", month: "long", timeZone } as const;
  return {
    day: new Intl.DateTimeFormat(texts.locale, parts).format(brief.createdAt),
    laidOut: layOutBrief(brief),
    note: brief.writtenBy === "extract" ? texts.withoutModel : null,
    briefUrl: `${publicOrigin}/brief/${brief.id}`,
  };
}

function asText({ day, laidOut, note, briefUrl }: Letter, { texts, publicOrigin }: TextFrame): string {
  const sections = laidOut.sections.map(({ heading, paragraphs }) =>
    [...headingLines(heading && headingText(heading, texts)), ...paragraphs.map(proseOf)].join("\n\n"),
  );
  const references = laidOut.references.map((reference, index) => {
    const address = reference === null ? "" : `\n    ${publicOrigin}${reference.path}`;
    return `[${index + 1}] ${describe(reference, texts)}${address}`;
  });
  return [
    day,
    ...sections,
    ...headingLines(texts.sources),
    references.join("\n"),
    ...(note === null ? [] : [note]),
    `${texts.read}: ${briefUrl}`,
  ].join("\n\n");
}

function headingLines(heading: string | null): string[] {
  return heading === null ? [] : [heading.toUpperCase()];
}

function proseOf({ pieces }: BriefParagraph): string {
  return pieces.map((piece) => (piece.kind === "reference" ? ` [${piece.number}]` : piece.text)).join("");
}

function asHtml({ day, laidOut, note, briefUrl }: Letter, { texts, publicOrigin, unsubscribeUrl }: MailFrame): string {
  const link = (address: string, text: string) => `<a href="${escape(address)}">${escape(text)}</a>`;
  const pieceOf = (piece: BriefParagraph["pieces"][number]) => {
    if (piece.kind === "text") return escape(piece.text);
    if (piece.kind === "key") return `<strong>${escape(piece.text)}</strong>`;
    const reference = laidOut.references[piece.number - 1] ?? null;
    const number = `[${piece.number}]`;
    return ` <small>${reference === null ? number : link(publicOrigin + reference.path, number)}</small>`;
  };
  const sections = laidOut.sections.map(
    ({ heading, paragraphs }) =>
      `${heading === null ? "" : `<h2 style="${headStyle}">${escape(headingText(heading, texts))}</h2>`}
${paragraphs.map(({ pieces }) => `<p>${pieces.map(pieceOf).join("")}</p>`).join("\n")}`,
  );
  const references = laidOut.references.map((reference) => {
    const what = describe(reference, texts);
    return `<li>${reference === null ? escape(what) : link(publicOrigin + reference.path, what)}</li>`;
  });
  return `<!doctype html>
<html lang="${texts.locale}"><head><meta charset="utf-8"><title>${escape(texts.subject(day))}</title></head>
<body style="${bodyStyle}">
<h1 style="${titleStyle}">${escape(day)}</h1>
${sections.join("\n")}
<h2 style="${headStyle}">${escape(texts.sources)}</h2>
<ol style="${smallStyle}">${references.join("\n")}</ol>
${note === null ? "" : `<p style="${smallStyle}">${escape(note)}</p>`}
<p>${link(briefUrl, texts.read)}</p>
<p style="${smallStyle}">${escape(texts.why)} ${link(unsubscribeUrl, texts.stop)}</p>
</body></html>
`;
}

// Mail programs have no style sheets of ours.
const bodyStyle = "max-width: 38em; margin: 1.5em auto; padding: 0 1em; font: 17px/1.5 Georgia, serif";
const titleStyle = "font-size: 26px; line-height: 1.2";
const headStyle = "font: 700 15px/1.3 sans-serif; margin: 1.8em 0 0.4em";
const smallStyle = "font: 14px/1.5 sans-serif; color: #555";

function headingText({ kind, name }: { kind: string; name: string }, texts: MailTexts): string {
  const topic = categories.find((category) => category === name);
  if (kind === "topic") return topic === undefined ? texts.noTopic : texts.topics[topic];
  if (kind === "folder") return printableLine(name, titleCharsMax);
  return kind === "no-folder" ? texts.noFolder : texts.noTopic;
}

function describe(reference: BriefReference, texts: MailTexts): string {
  if (reference === null) return texts.gone;
  const { title, outlets, feedName } = reference;
  const who = outlets > 1 ? texts.outlets(outlets) : printableLine(feedName, titleCharsMax);
  return `${printableLine(title, titleCharsMax)} (${who})`;
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
