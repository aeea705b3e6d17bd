import type { Mail } from "../accounts/mailer.ts";
import { printableLine } from "../text/characters.ts";
import type { BrokenFeed } from "./feed-note-store.ts";
import type { NoteTexts } from "./note-texts.ts";

export type NoteFrame = { texts: NoteTexts; timeZone: string; publicOrigin: string; unsubscribeUrl: string };

const nameCharsMax = 100;
/** More is a server without a network, and the page has them all. */
const feedsMax = 20;

/** Which feeds, since when, why, and what to do: in plain text, each with the address of its page. */
export function buildFeedNote(feeds: readonly BrokenFeed[], frame: NoteFrame): Pick<Mail, "subject" | "text"> {
  const { texts, publicOrigin, unsubscribeUrl } = frame;
  const [first] = feeds;
  const subject =
    first !== undefined && feeds.length === 1 ? texts.subjectOfOne(nameOf(first)) : texts.subject(feeds.length);
  const text = [
    texts.opening(feeds.length),
    ...feeds.slice(0, feedsMax).map((feed) => describe(feed, frame)),
    ...(feeds.length > feedsMax ? [texts.more(feeds.length - feedsMax)] : []),
    `${texts.allFeeds}: ${publicOrigin}/feeds`,
    `-- \n${texts.why}\n${texts.stop}: ${unsubscribeUrl}`,
    "",
  ].join("\n\n");
  return { subject, text };
}

function describe(feed: BrokenFeed, { texts, timeZone, publicOrigin }: NoteFrame): string {
  const day = new Intl.DateTimeFormat(texts.locale, { day: "numeric", month: "long", year: "numeric", timeZone });
  const since = day.format(feed.brokenSince);
  const reason = texts.reasons[feed.failure ?? "other"];
  return [
    nameOf(feed),
    feed.hasWorked ? texts.since(since) : texts.neverSince(since),
    reason.what,
    texts.actions[reason.action],
    `${publicOrigin}/feeds/${feed.subscriptionId}`,
  ].join("\n");
}

function nameOf({ name }: BrokenFeed): string {
  return printableLine(name, nameCharsMax);
}
