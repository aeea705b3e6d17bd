import { describeFailure, type FetchAttempt } from "../../feeds/fetch-log-store.ts";
import { hostOfLane } from "../../schedule/lane.ts";
import type { FeedDetails } from "../../feeds/find-feed-store.ts";
import { describeWhyNext } from "../../schedule/policy/why-next.ts";
import { copyButton } from "../kit/copy-button.ts";
import { ago, exactTime, hourOfDay } from "../kit/dates.ts";
import { inputField, linesField } from "../kit/field.ts";
import { hiddenFields, postForm } from "../kit/form.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { againIcon } from "../kit/icons.ts";
import { alert } from "../kit/notice.ts";
import { formPanel, panel } from "../kit/page.ts";
import { cleanFeedUrl } from "../public/feed-formats.ts";
import { operatorPage } from "./operator-page.ts";
import { sayBlocked } from "./say-blocked.ts";
import { fieldsShown, type SettingFaults, type SettingValues } from "./read-settings-form.ts";
import { settingField, settingNames } from "./setting-field.ts";

export type FeedSettingsView = {
  feed: FeedDetails;
  attempts: FetchAttempt[];
  values: SettingValues;
  faults: SettingFaults;
  failure: string | null;
  done: string | null;
  publicOrigin: string;
  now: Date;
};

export function feedSettingsPage(frame: Frame, view: FeedSettingsView): Html {
  const { settings: texts } = frame.texts.operator;
  const { feed, attempts, failure, done, publicOrigin, now } = view;
  const { copyAddress, cleanFeed, copyCleanFeed } = frame.texts.feeds;
  const cleanUrl = cleanFeedUrl(publicOrigin, feed.url);
  return operatorPage(frame, {
    title: feed.name ?? feed.title ?? texts.nameless,
    lede: html`<a href="${feed.url}" rel="noreferrer" dir="ltr">${feed.url}</a
      >${copyButton(frame, { text: feed.url, label: copyAddress })}
      ${feed.published && html`<br />${cleanFeed}: <a href="${cleanUrl}" dir="ltr">${cleanUrl}</a>${copyButton(frame, { text: cleanUrl, label: copyCleanFeed })}`}`,
    done,
    body: html`${alert(failure)}
      <div class="cols">
        ${settingsForm(frame, view)}
        <div class="stack">
          ${panel("state", texts.state, state(frame, feed, now))}
          ${panel("attempts", frame.texts.feeds.attempts.title, attemptList(frame, attempts, now))}
        </div>
      </div>`,
  });
}

function settingsForm(frame: Frame, { feed, values, faults }: FeedSettingsView): Html {
  const { settings: texts } = frame.texts.operator;
  const { typed } = values;
  const isWrong = Object.keys(faults).length > 0;
  return formPanel(
    "settings",
    texts.title,
    html`${alert(isWrong ? texts.failed : null)}
    ${postForm(
      frame,
      { action: `/operator/feeds/${feed.id}` },
      html`${hiddenFields(fieldsShown(values))}
        ${inputField({ autocomplete: "off", name: "url", label: texts.url, hint: texts.urlHint, value: typed.url, fault: faults.url })}
        ${settingNames.map((name) => settingField(frame, { name, value: typed[name], fault: faults[name] }))}
        ${headerFields(frame, feed, faults)} <button class="btn go">${texts.save}</button>`,
    )}`,
  );
}

function headerFields({ texts: { operator, feeds } }: Frame, { hasHeaders }: FeedDetails, faults: SettingFaults): Html {
  const { settings: texts } = operator;
  return html`<details class="own" open="${faults.headers !== undefined}">
    <summary>${feeds.ownTitle}</summary>
    <p class="hint">${hasHeaders ? feeds.ownKept : texts.headersHint}</p>
    <div class="pair">
      ${inputField({ autocomplete: "off", name: "username", label: feeds.username, value: "" })}
      ${inputField({ autocomplete: "off", name: "password", label: feeds.password, value: "", type: "password" })}
    </div>
    ${linesField({ name: "headers", label: feeds.headers, value: "", rows: 3, fault: faults.headers })}
    ${
      hasHeaders &&
      html`<label class="check"
        ><input type="checkbox" name="forget" value="on" /><span>${texts.forgetHeaders}</span></label
      >`
    }
  </details>`;
}

function state(frame: Frame, feed: FeedDetails, now: Date): Html {
  const { operator, feeds } = frame.texts;
  const { settings: texts } = operator;
  const when = (at: Date | null) => (at === null ? texts.never : ago(frame, at, now));
  const why =
    feed.whyNext === null
      ? []
      : describeWhyNext(feed.whyNext, frame.texts.engine.whyNext, {
          time: (at) => exactTime(frame, new Date(at)),
          hour: (hour) => hourOfDay(frame, hour, now),
        });
  const facts: [name: string, value: string | Html | null][] = [
    [texts.status, status(frame, feed)],
    [texts.lastError, feed.refusal ?? lastError(frame, feed)],
    [texts.lastFetched, when(feed.lastFetchedAt)],
    [texts.lastSuccess, when(feed.lastSuccessAt)],
    [
      texts.nextRun,
      feed.nextRunAt === null ? texts.unscheduled : feed.nextRunAt <= now ? operator.feeds.due : when(feed.nextRunAt),
    ],
    [texts.host, host(frame, feed)],
    [texts.readers, String(feed.subscribers)],
    [texts.items, String(feed.items)],
  ];
  return html`<ul class="rows figures" role="list">
      ${facts
        .filter(([, value]) => value !== null)
        .map(([name, value]) => html`<li><strong>${name}</strong><span dir="auto">${value}</span></li>`)}
    </ul>
    ${
      why.length > 0 &&
      html`<ul class="rules">
        ${why.map((rule) => html`<li>${rule}</li>`)}
      </ul>`
    }
    ${postForm(
      frame,
      { action: `/operator/feeds/${feed.id}/fetch` },
      html`<div class="buttons">
        <button class="btn">${againIcon} ${feeds.fetchNow}</button>
        <button class="btn" name="force" value="on" title="${texts.forceHint}">${texts.force}</button>
      </div>`,
    )}`;
}

function status({ texts }: Frame, feed: FeedDetails): string {
  const { statuses, pending, suspended } = texts.operator.settings;
  const known = feed.status === null ? pending : (statuses[feed.status] ?? feed.status);
  return feed.suspended ? `${known}, ${suspended}` : known;
}

function lastError({ texts }: Frame, { failureClass, lastError: error }: FeedDetails): string | null {
  return error === null ? null : texts.engine.failure(failureClass, error);
}

function host(frame: Frame, { lane, laneReason }: FeedDetails): string {
  return laneReason === null ? hostOfLane(lane) : `${hostOfLane(lane)}: ${sayBlocked(frame, laneReason)}`;
}

function attemptList(frame: Frame, attempts: FetchAttempt[], now: Date): Html {
  const { feeds } = frame.texts;
  if (attempts.length === 0) return html`<p>${feeds.neverFetched}</p>`;
  return html`<ul class="attempts" role="list">
    ${attempts.map(
      (attempt) =>
        html`<li class="${attempt.outcome === "failed" && "is-bad"}">
          ${ago(frame, attempt.startedAt, now)}
          <span dir="auto">${describeFailure(attempt) ?? feeds.attempts.outcome(attempt)}</span>
          <span class="took">${feeds.attempts.took(attempt.httpStatus, attempt.durationMs)}</span>
        </li>`,
    )}
  </ul>`;
}
