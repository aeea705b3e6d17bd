import type { ListedItem, StoryReport } from "../../items/listed-item-store.ts";
import { absoluteUrl } from "../../publishing/present-feed.ts";
import { postForm } from "../kit/form.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { describeWhen } from "../kit/times.ts";
import { describeScores, headlineOf, languageOf, markedTitle } from "./describe-item.ts";

export type ItemView = { item: ListedItem; reports: readonly StoryReport[]; now: Date };

// Lower scores are neutral on our scale and are not shown.
const neutralBelow = 0.15;
const traitsTold = 2;

/** One item in a list: the plain headline, the marked original, the score, other reports, and the buttons. */
export function itemCard(frame: Frame, view: ItemView): Html {
  const { item } = view;
  const texts = frame.texts.reading;
  return html`<li class="item${item.readAt !== null && " is-read"}" id="item-${item.id}">
    ${itemFacts(frame, view)}
    <h2>
      <a href="/items/${item.id}" data-key="o" lang="${languageOf(item)}" dir="auto"
        >${headlineOf(item, texts.untitled)}</a
      >
    </h2>
    ${markedTitle(item, texts)} ${scoreLine(frame, item)} ${otherReports(frame, view)} ${itemActions(frame, item, true)}
  </li>`;
}

export function itemFacts(frame: Frame, { item, now }: ItemView): Html {
  const texts = frame.texts.reading;
  const { feedId, feedName, pubDate, author, versions } = item;
  return html`<p class="about">
    <a href="/items?feed=${feedId}" dir="auto">${feedName}</a>
    ${describeWhen(pubDate, now, frame.texts.feeds.when)}
    ${author !== null && author !== "" && html`<span dir="auto">${texts.by} ${author.slice(0, 200)}</span>`}
    ${versions > 0 && html`<a href="/items/${item.id}#edits">${texts.edited(versions)}</a>`}
    ${item.starredAt !== null && html`<span class="is-starred">${texts.starred}</span>`}
    ${item.readAt !== null && html`<span>${texts.read}</span>`}
  </p>`;
}

/** Shown instead of a score where there is none. */
export function unscored({ analysisStatus }: ListedItem, texts: Frame["texts"]["reading"]): string {
  return { pending: texts.pending, failed: texts.failed, skipped: texts.skipped, done: texts.pending }[analysisStatus];
}

export function scoreLine(frame: Frame, item: ListedItem): Html {
  const texts = frame.texts.reading;
  if (item.analysis === null) return html`<p class="score">${unscored(item, texts)}</p>`;
  const { overall, analyzer, traits } = describeScores(item.analysis, texts);
  const told = traits.filter(({ score }) => score >= neutralBelow).slice(0, traitsTold);
  return html`<p class="score">
    <span>${texts.overall}: <strong>${overall.toFixed(2)}</strong> (${analyzer})</span>
    ${told.map(
      ({ reason, confidence }) =>
        html`<span dir="auto"
          >· ${reason}
          ${confidence > 0 && html`<small>${texts.confidence}: ${texts.confidenceWord(confidence)}</small>`}</span
        >`,
    )}
  </p>`;
}

export function otherReports({ texts: { reading: texts } }: Frame, { item, reports }: ItemView): Html | null {
  const others = reports.filter(({ itemId }) => itemId !== item.id);
  if (others.length === 0 || item.storyId === null) return null;
  return html`<p class="also">
    ${texts.also} ${others.map(({ feedName }, place) => html`${place > 0 && ", "}<span dir="auto">${feedName}</span>`)}.
    <a href="/stories/${item.storyId}">${texts.compare(reports.length)}</a>
  </p>`;
}

/** The buttons belong to one form of the page (`marksForm`), which carries the token and the way back. */
export function itemActions(frame: Frame, item: ListedItem, isCard = false): Html {
  const texts = frame.texts.reading;
  const marks = [
    item.readAt === null
      ? { path: "read", key: "m", label: texts.markRead }
      : { path: "unread", key: "m", label: texts.markUnread },
    item.starredAt === null
      ? { path: "star", key: "s", label: texts.star }
      : { path: "unstar", key: "s", label: texts.unstar },
  ];
  return html`<p class="act">
    ${marks.map((mark) => (isCard ? cardButton(item, mark) : pageButton(item, mark)))}
    ${sourceLink(item, texts, isCard)}
  </p>`;
}

type Mark = { path: string; key: string; label: string };

function pageButton({ id }: ListedItem, { path, key, label }: Mark): Html {
  return html`<button class="btn" form="marks" formaction="/items/${id}/${path}" data-key="${key}">${label}</button>`;
}

/** With htmx only the card changes. */
function cardButton({ id }: ListedItem, { path, key, label }: Mark): Html {
  return html`<button
    class="btn ghost"
    form="marks"
    formaction="/items/${id}/${path}"
    data-key="${key}"
    hx-post="/items/${id}/${path}"
    hx-target="#item-${id}"
    hx-swap="outerHTML"
  >
    ${label}
  </button>`;
}

/** On a card "o" opens the item, on the item's page its source. */
function sourceLink(item: ListedItem, texts: Frame["texts"]["reading"], isCard: boolean): Html | null {
  const source = absoluteUrl(item.url ?? "");
  if (source === null) return null;
  return html`<a
    class="btn${isCard && " ghost"}"
    href="${source}"
    rel="noreferrer noopener"
    data-key="${!isCard && "o"}"
    aria-label="${texts.sourceOf(headlineOf(item, texts.untitled))}"
    >${texts.source}</a
  >`;
}

/** One form for the buttons of all items on the page. Without script it leads back to where it was sent from. */
export function marksForm(frame: Frame, back: string): Html {
  return postForm(frame, { action: back, id: "marks" }, html`<input type="hidden" name="back" value="${back}" />`);
}

/** Opened by its button or by "?". reading.js handles the keys. */
export function keyHelp({ texts: { reading: texts } }: Frame): Html {
  return html`<div class="sheet" id="keys" popover role="dialog" aria-labelledby="keys-title">
    <h2 id="keys-title">${texts.keysTitle}</h2>
    <dl class="keys">
      ${texts.keyHelp.map(
        ([key, what]) =>
          html`<div>
            <dt><kbd>${key}</kbd></dt>
            <dd>${what}</dd>
          </div>`,
      )}
    </dl>
  </div>`;
}
