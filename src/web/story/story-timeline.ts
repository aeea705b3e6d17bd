import type { ListedItem, TitleVersion } from "../../items/listed-item-store.ts";
import { wordDiff } from "../../items/word-diff.ts";
import { ago } from "../kit/dates.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import type { StoryView } from "./story-view.ts";

type Event = { at: Date; feedName: string; itemId: string } & (
  | { kind: "report"; isFirst: boolean }
  | { kind: "headline"; before: string; after: string }
  | { kind: "text" }
);

const eventsMax = 30;

/** When each outlet reported and changed what it wrote, the newest first. */
export function storyTimeline(frame: Frame, { items, versions, now }: StoryView): Html {
  const texts = frame.texts.story;
  const events = [...reportsOf(items), ...items.flatMap((item) => editsOf(item, versions.get(item.id) ?? []))]
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, eventsMax);
  return html`<section class="story-times">
    <h2>${texts.timeline}</h2>
    <ol class="timeline" role="list">
      ${events.map((event) => eventLine(frame, event, now))}
    </ol>
  </section>`;
}

function reportsOf(items: readonly ListedItem[]): Event[] {
  const first = Math.min(...items.map(({ pubDate }) => pubDate.getTime()));
  return items.map(({ id, feedName, pubDate }) => ({
    kind: "report",
    at: pubDate,
    itemId: id,
    feedName,
    isFirst: pubDate.getTime() === first,
  }));
}

/** Each version was seen until the next one replaced it, so that is when it was edited. */
function editsOf({ id, feedName }: ListedItem, versions: readonly TitleVersion[]): Event[] {
  return versions.slice(1).map((before, place) => {
    const after = versions[place];
    const edit = { at: before.seenUntil, itemId: id, feedName };
    return after !== undefined && after.title !== before.title
      ? { ...edit, kind: "headline", before: before.title, after: after.title }
      : { ...edit, kind: "text" };
  });
}

function eventLine(frame: Frame, event: Event, now: Date): Html {
  const texts = frame.texts.story;
  const what = {
    report: event.kind === "report" && event.isFirst ? texts.reportsFirst : texts.reports,
    headline: texts.changedHeadline,
    text: texts.changedText,
  }[event.kind];
  return html`<li class="${event.kind !== "report" && "edit"}">
    ${ago(frame, event.at, now)}
    <div>
      <a href="/items/${event.itemId}" dir="auto"><b>${event.feedName}</b></a> ${what}
      ${event.kind === "headline" && html`<p dir="auto">${changedWords(event.before, event.after)}</p>`}
    </div>
  </li>`;
}

function changedWords(before: string, after: string): Html[] {
  return wordDiff(before, after).map(
    ({ before: old, after: fresh, kind }) =>
      html`${kind === "same" ? fresh : html`${old !== "" && html`<del>${old}</del> `}${fresh !== "" && html`<ins>${fresh}</ins>`}`}`,
  );
}
