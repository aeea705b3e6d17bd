import type { HealthSigns } from "../../feeds/lists/feed-health-store.ts";
import { type FeedState, feedState } from "../../feeds/lists/feed-state.ts";
import type { ListedSubscription } from "../../feeds/lists/subscription-list-store.ts";
import { nameOf } from "../../feeds/new-feed.ts";
import { isNewsletter } from "../../feeds/newsletter.ts";
import { dayMs, earlier } from "../../time.ts";
import { spark } from "../kit/charts.ts";
import { ago } from "../kit/dates.ts";
import { hiddenFields, postForm } from "../kit/form.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { againIcon, binIcon, downIcon, pauseIcon, pencilIcon, playIcon } from "../kit/icons.ts";
import { outletIcon, type OutletLook } from "../kit/outlet.ts";
import type { FeedTexts } from "../texts/en-feeds.ts";
import { sayFailure } from "./say-failure.ts";

type FeedRow = { feed: ListedSubscription; activity: number[]; signs: HealthSigns; look: OutletLook; now: Date };

/** One feed of the list. The last three elements keep what htmx put into them when the list is morphed. */
export function feedRow(frame: Frame, { feed, activity, signs, look, now }: FeedRow): Html {
  const texts = frame.texts.feeds;
  const state = feedState(feed, now, signs);
  const { id, name, url } = feed;
  // What a feed had to offer when it was added says little about how often it publishes.
  const hasRhythm = feed.addedAt <= earlier(now, 7 * dayMs);
  return html`<tbody class="feed" id="feed-item-${id}">
    <tr>
      <td class="c">
        <label class="pick"
          ><input type="checkbox" name="id" value="${id}" form="bulk" aria-label="${texts.select(name)}"
        /></label>
      </td>
      <td>
        <span class="name"
          >${outletIcon({ name, ...look })}<b><a href="/feeds/${id}" dir="auto">${name}</a></b
          >${addressOf(frame, url)}</span
        >
      </td>
      <td class="pub opt">${spark(activity, texts.activity(name, activity))}${hasRhythm && texts.rhythm(activity)}</td>
      <td class="hp">
        ${stateTag(state, texts)}${!feed.inToday && html`<small class="note">${texts.notInToday}</small>`}
      </td>
      <td class="next">${nextCheck(frame, feed, { state, now })}</td>
      <td class="act">${actions(frame, feed)}</td>
    </tr>
    <tr class="answers">
      <td colspan="6">
        ${explanation(frame, feed, state)}
        <div id="feed-item-${id}-errors" aria-live="polite" hx-morph-skip></div>
        <div id="feed-edit-${id}" hx-morph-skip></div>
        <div id="feed-edit-form-errors-${id}" aria-live="polite" hx-morph-skip></div>
      </td>
    </tr>
  </tbody>`;
}

const marks = {
  working: "ok",
  slow: "warn",
  moved: "warn",
  quiet: "idle",
  paused: "idle",
  pending: "idle",
  retrying: "warn",
  stopped: "bad",
  gone: "bad",
  missing: "warn",
  locked: "bad",
  off: "idle",
  listening: "idle",
  deleted: "bad",
} as const;

export function stateTag(state: FeedState, texts: FeedTexts): Html {
  return html`<span class="state ${marks[state.kind]}">${texts.state[state.kind]}</span>`;
}

/** Of a feed that works: when it is checked next; opened, when it was checked last. */
function nextCheck(frame: Frame, { nextRunAt, lastFetchedAt }: ListedSubscription, { state, now }: Shown) {
  if (state.kind !== "working" || nextRunAt === null || nextRunAt <= now) return stateTime(frame, state, now);
  const { lastChecked } = frame.texts.feeds;
  return reason(ago(frame, nextRunAt, now), html`${lastChecked} ${lastFetchedAt && ago(frame, lastFetchedAt, now)}`);
}
type Shown = { state: FeedState; now: Date };

/** When it is checked next, and what its state means. */
export function stateTime(frame: Frame, state: FeedState, now: Date): Html | string | null {
  const texts = frame.texts.feeds;
  switch (state.kind) {
    case "working":
      return html`${state.fetchedAt && ago(frame, state.fetchedAt, now)} ${state.isDue && texts.stage.due}`;
    case "slow":
    case "moved":
      return reason(state.nextAt && ago(frame, state.nextAt, now), texts.why[state.kind]);
    case "quiet":
    case "paused":
      return html`${texts.why[state.kind]} ${ago(frame, state.since, now)}`;
    case "pending":
      return texts.stage[state.stage];
    case "retrying":
      if (state.nextAt === null) return null;
      return state.nextAt <= now ? texts.stage.again : html`${texts.again} ${ago(frame, state.nextAt, now)}`;
    case "missing":
      return state.nextAt && html`${texts.again} ${ago(frame, state.nextAt, now)}`;
    case "stopped":
    case "gone":
    case "locked":
      return state.since && html`${texts.lastWorked} ${ago(frame, state.since, now)}`;
    case "listening":
      return null;
    case "off":
    case "deleted":
      return texts.byOperator;
  }
}

function reason(when: Html | null, why: string | Html): Html {
  return html`<details>
    <summary class="ask">${when}${downIcon}</summary>
    <p class="why">${why}</p>
  </details>`;
}

/** The address of a newsletter is a secret of its reader: its page shows it. */
function addressOf({ texts }: Frame, url: string): Html {
  if (isNewsletter(url)) return html`<small class="address">${texts.newsletters.kind}</small>`;
  return html`<small class="address" dir="ltr" title="${url}">${shortAddress(url)}</small>`;
}

/** Without the scheme, and as it was typed: an encoded path is hard to read. */
export function shortAddress(url: string): string {
  return url.replace(/^https?:\/\/(?:www\.)?/, "").replace(/\/$/, "");
}

function actions(frame: Frame, { id, name, pausedAt }: ListedSubscription): Html {
  const texts = frame.texts.feeds;
  const isPaused = pausedAt !== null;
  const action = isPaused ? "resume" : "pause";
  return html`${postForm(
      frame,
      { action: "/feeds/bulk", htmx: { post: "/feeds/bulk", include: "#feed-filters", swap: "none" } },
      html`${hiddenFields({ id, action })}
        <button
          class="btn quiet square"
          title="${texts.bulk.action[action]}"
          aria-label="${isPaused ? texts.resumeOf(name) : texts.pauseOf(name)}"
        >
          ${isPaused ? playIcon : pauseIcon}
        </button>`,
    )}
    <a
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
  if (feed.error === null || state.kind === "off" || state.kind === "deleted" || state.kind === "paused") return null;
  const texts = frame.texts.feeds;
  const candidates = feed.discovered ?? [];
  return html`<div class="why line">
    <div>
      <p dir="auto">${sayFailure(frame, { ...feed, error: feed.error })}</p>
      ${state.kind === "locked" && html`<p>${texts.lockedHint}</p>`}
      ${candidates.length === 0 && html`<p>${hintOf(state, texts)}</p>`}
    </div>
    <ul class="line" role="list">
      ${candidates.map((candidate) => html`<li>${useCandidate(frame, feed, candidate)}</li>`)}
      <li>${fetchButton(frame, feed.id, texts.retry)}</li>
    </ul>
  </div>`;
}

function hintOf(state: FeedState, { hint }: FeedTexts): string | null {
  if (state.kind === "missing") return state.nextAt === null ? hint.missing : hint.missingTriedAgain;
  return state.kind === "stopped" || state.kind === "gone" ? hint[state.kind] : null;
}

/** Replaces the address of a page with a feed found on it, and a name that is only the page's host with the feed's own. */
function useCandidate(
  frame: Frame,
  { id, name, url }: ListedSubscription,
  candidate: { url: string; title: string | null },
) {
  const texts = frame.texts.feeds;
  const isNamed = name !== nameOf("", url);
  return postForm(
    frame,
    { action: `/feeds/${id}`, htmx: { patch: `/feeds/${id}`, include: "#feed-filters", swap: "none" } },
    html`<input type="hidden" name="name" value="${isNamed ? name : nameOf(candidate.title ?? "", candidate.url)}" />
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
