import type { FeedName } from "../../items/subscribed-feed-store.ts";
import type { PersonalFeed, PersonalSettings } from "../../items/personal-feed-store.ts";
import { alertLine, faultLine, statusLine } from "../auth/form-field.ts";
import { describeWhen } from "../dashboard/describe-when.ts";
import { type Html, html } from "../html.ts";
import { csrfField, type Frame, layout } from "../layout.ts";
import { lede } from "../lede.ts";
import { readingNav } from "./reading-nav.ts";
import { scoreOptions } from "./score-options.ts";

export type PersonalFeedsView = {
  personalFeeds: PersonalFeed[];
  feeds: FeedName[];
  /** Addresses that were just made, by the name of their format. */
  made: { format: string; address: string }[];
  nameFault: string | null;
  failure: string | null;
  done: string | null;
  now: Date;
};

export function personalFeedsPage(frame: Frame, view: PersonalFeedsView): Html {
  const texts = frame.texts.reading.personal;
  return layout(frame, {
    title: texts.title,
    body: html`${lede(texts.title, texts.lede)} ${readingNav(frame)} ${statusLine(view.done)}
      ${madeAddresses(frame, view)}
      <div class="cols">${newFeed(frame, view)} ${feedList(frame, view)}</div>`,
  });
}

function madeAddresses({ texts: { reading } }: Frame, { made }: PersonalFeedsView): Html | null {
  if (made.length === 0) return null;
  return html`<section class="panel form made" aria-label="${reading.personal.formats}">
    <p role="status"><strong>${reading.personal.made}</strong></p>
    <dl class="terms">
      ${made.map(
        ({ format, address }) =>
          html`<dt>${format}</dt>
            <dd><code>${address}</code></dd>`,
      )}
    </dl>
  </section>`;
}

function newFeed(frame: Frame, { feeds, nameFault, failure }: PersonalFeedsView): Html {
  const { personal: texts, filters, anyScore } = frame.texts.reading;
  return html`<section class="panel form" aria-labelledby="new-feed">
    <header><h2 id="new-feed">${texts.newTitle}</h2></header>
    ${alertLine(failure)}
    <form method="post" action="/personal-feeds">
      ${csrfField(frame)}
      <div class="field">
        <label for="name">${texts.name}</label>
        <input
          id="name"
          name="name"
          value="${texts.nameDefault}"
          required
          dir="auto"
          aria-describedby="name-hint${nameFault !== null && " name-fault"}"
          aria-invalid="${nameFault !== null && "true"}"
        />
        <p class="hint" id="name-hint">${texts.nameHint}</p>
        ${faultLine("name", nameFault)}
      </div>
      <div class="field">
        <label for="feed">${filters.feed}</label>
        <select id="feed" name="feed">
          <option value="">${filters.anyFeed}</option>
          ${feeds.map(({ feedId, name }) => html`<option value="${feedId}">${name}</option>`)}
        </select>
      </div>
      <div class="field">
        <label for="max_score">${texts.maxScore}</label>
        <select id="max_score" name="max_score">
          ${scoreOptions(null, anyScore)}
        </select>
      </div>
      <label class="check"><input type="checkbox" name="unread" value="1" /><span>${texts.unread}</span></label>
      <button class="btn go">${texts.create}</button>
    </form>
  </section>`;
}

function feedList(frame: Frame, { personalFeeds, feeds, now }: PersonalFeedsView): Html {
  const texts = frame.texts.reading.personal;
  const { when } = frame.texts.feeds;
  return html`<section class="panel" aria-label="${texts.title}">
    ${personalFeeds.length === 0 && html`<p class="empty">${texts.none}</p>`}
    <ul class="sessions" role="list">
      ${personalFeeds.map(
        ({ id, name, settings, createdAt, lastReadAt, hasEnded }) =>
          html`<li>
            <div>
              <strong dir="auto">${name}</strong>
              <span dir="auto">${describeSettings(frame, settings, feeds)}</span>
              <span>
                ${texts.createdAt} ${describeWhen(createdAt, now, when)},
                ${lastReadAt === null ? texts.neverRead : html`${texts.lastReadAt} ${describeWhen(lastReadAt, now, when)}`}
              </span>
              ${hasEnded && html`<span>${texts.ended}</span>`}
            </div>
            ${
              hasEnded &&
              html`<form method="post" action="/personal-feeds/${id}/renew">
                ${csrfField(frame)}<button class="btn" aria-label="${texts.renewOf(name)}">${texts.renew}</button>
              </form>`
            }
            <form method="post" action="/personal-feeds/${id}/delete">
              ${csrfField(frame)}
              <button class="btn danger" aria-label="${texts.revokeOf(name)}">${texts.revoke}</button>
            </form>
          </li>`,
      )}
    </ul>
  </section>`;
}

function describeSettings(
  { texts: { reading } }: Frame,
  { feedId, maxScore, unread }: PersonalSettings,
  feeds: readonly FeedName[],
): string {
  const { personal: texts, filters } = reading;
  const feedName = feeds.find((feed) => feed.feedId === feedId)?.name ?? filters.feedGone;
  return [
    feedId === null ? texts.all : feedName,
    ...(unread ? [texts.unreadOnly] : []),
    ...(maxScore === null ? [] : [texts.upTo(maxScore.toFixed(2))]),
  ].join(", ");
}
