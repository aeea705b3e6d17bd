import { type FeedState, feedState } from "../../feeds/lists/feed-state.ts";
import type { ListedSubscription } from "../../feeds/lists/subscription-list-store.ts";
import { spark } from "../kit/charts.ts";
import { postForm } from "../kit/form.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { againIcon, binIcon, pencilIcon } from "../kit/icons.ts";
import { outletIcon } from "../kit/outlet.ts";
import { describeWhen } from "../kit/times.ts";
import type { FeedTexts } from "../texts/en-feeds.ts";

type FeedRow = { feed: ListedSubscription; activity: number[]; now: Date };

/** One feed of the list. The last three elements keep what htmx put into them when the list is morphed. */
export function feedRow(frame: Frame, { feed, activity, now }: FeedRow): Html {
  const texts = frame.texts.feeds;
  const state = feedState(feed, now);
  const { id, name, url, feedId } = feed;
  return html`<tbody class="feed" id="feed-item-${id}">
    <tr>
      <td>
        <span class="name"
          >${outletIcon({ feedId, name, iconUrl: null })}<b><a href="/feeds/${id}" dir="auto">${name}</a></b
          ><small class="address" dir="ltr" title="${url}">${shortAddress(url)}</small></span
        >
      </td>
      <td class="pub opt">${spark(activity, texts.activity(name, activity))}${texts.rhythm(activity)}</td>
      <td class="hp">${stateTag(state, texts)}</td>
      <td class="next">${stateTime(state, now, texts)}</td>
      <td class="act">${actions(frame, feed)}</td>
    </tr>
    <tr class="answers">
      <td colspan="5">
        ${explanation(frame, feed, state)}
        <div id="feed-item-${id}-errors" aria-live="polite" hx-morph-skip></div>
        <div id="feed-edit-${id}" hx-morph-skip></div>
        <div id="feed-edit-form-errors-${id}" aria-live="polite" hx-morph-skip></div>
      </td>
    </tr>
  </tbody>`;
}

const signs = {
  working: "ok",
  pending: "idle",
  retrying: "warn",
  stopped: "bad",
  locked: "bad",
  off: "idle",
  gone: "bad",
} as const;

export function stateTag(state: FeedState, texts: FeedTexts): Html {
  return html`<span class="state ${signs[state.kind]}">${texts.state[state.kind]}</span>`;
}

export function stateTime(state: FeedState, now: Date, texts: FeedTexts): Html | string | null {
  switch (state.kind) {
    case "working":
      return html`${state.fetchedAt && describeWhen(state.fetchedAt, now, texts.when)} ${state.isDue && texts.stage.due}`;
    case "pending":
      return texts.stage[state.stage];
    case "retrying":
      if (state.nextAt === null) return null;
      return state.nextAt <= now
        ? texts.stage.again
        : html`${texts.again} ${describeWhen(state.nextAt, now, texts.when)}`;
    case "stopped":
    case "locked":
      return state.since && html`${texts.lastWorked} ${describeWhen(state.since, now, texts.when)}`;
    case "off":
    case "gone":
      return texts.byOperator;
  }
}

/** Without the scheme, and as it was typed: an encoded path is hard to read. */
export function shortAddress(url: string): string {
  return url.replace(/^https?:\/\/(?:www\.)?/, "").replace(/\/$/, "");
}

function actions(frame: Frame, { id, name }: ListedSubscription): Html {
  const texts = frame.texts.feeds;
  return html`<a
      class="btn quiet square"
      id="feed-item-${id}-edit"
      href="/feeds/${id}/edit"
      hx-get="/feeds/${id}/edit"
      hx-target="#feed-edit-${id}"
      aria-label="${texts.editOf(name)}"
      >${pencilIcon}</a
    >
    ${postForm(
      frame,
      { action: `/feeds/${id}/delete` },
      html`<button
        class="btn quiet square warned"
        hx-delete="/feeds/${id}"
        hx-include="#feed-filters"
        hx-swap="none"
        aria-label="${texts.deleteOf(name)}"
      >
        ${binIcon}
      </button>`,
    )}`;
}

/** Why it does not work, and what one click can do about it. */
function explanation(frame: Frame, feed: ListedSubscription, state: FeedState): Html | null {
  if (feed.error === null || state.kind === "off" || state.kind === "gone") return null;
  const texts = frame.texts.feeds;
  const candidates = feed.discovered ?? [];
  return html`<div class="why line">
    <div>
      <p dir="auto">${feed.error}</p>
      ${state.kind === "locked" && html`<p>${texts.lockedHint}</p>`}
      ${state.kind === "stopped" && candidates.length === 0 && html`<p>${texts.stoppedHint}</p>`}
    </div>
    <ul class="line" role="list">
      ${candidates.map((candidate) => html`<li>${useCandidate(frame, feed, candidate)}</li>`)}
      <li>${fetchButton(frame, feed.id, texts.retry)}</li>
    </ul>
  </div>`;
}

/** Replaces the address of a page with a feed found on it. */
function useCandidate(
  frame: Frame,
  { id, name }: ListedSubscription,
  candidate: { url: string; title: string | null },
) {
  const texts = frame.texts.feeds;
  return postForm(
    frame,
    { action: `/feeds/${id}`, htmx: { patch: `/feeds/${id}`, include: "#feed-filters", swap: "none" } },
    html`<input type="hidden" name="name" value="${name}" />
      <input type="hidden" name="url" value="${candidate.url}" />
      <button class="btn" dir="auto" title="${candidate.url}">
        ${texts.useCandidate(candidate.title || shortAddress(candidate.url))}
      </button>`,
  );
}

export function fetchButton(frame: Frame, id: string, label: string): Html {
  return postForm(
    frame,
    { action: `/feeds/${id}/fetch`, htmx: { post: `/feeds/${id}/fetch`, include: "#feed-filters", swap: "none" } },
    html`<button class="btn">${againIcon} ${label}</button>`,
  );
}
