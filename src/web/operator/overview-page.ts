import { describeWait, hourMs } from "../../time.ts";
import { hostOfLane } from "../../schedule/lane.ts";
import { type BlockedLane, blockedLanesMax, type FetchHour } from "../../feeds/lists/overview-store.ts";
import { type HostScore, hostScoresMax } from "../../schedule/host-score-store.ts";
import type { QueueStatus, WorkerStatus } from "../../schedule/queue-status-store.ts";
import { figure } from "../kit/charts.ts";
import { ago, exactTime, fileSize, timeOfDay } from "../kit/dates.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { panel } from "../kit/page.ts";
import { backupPanel, type BackupView } from "./backup-panel.ts";
import { livePart, operatorPage } from "./operator-page.ts";
import { sayBlocked } from "./say-blocked.ts";

/** All hosts together (null: none was asked yet), and the first of them. */
export type PolitenessView = { total: Omit<HostScore, "host"> | null; hosts: HostScore[] };

/** `hours`, `politeness` and `backup` are null if the page already shows them. */
export type OverviewView = {
  status: QueueStatus;
  blocked: BlockedLane[];
  complaints: string[];
  workers: number;
  hours: FetchHour[] | null;
  politeness: PolitenessView | null;
  backup: BackupView | null;
  now: Date;
};

/** Two heartbeats missed. After three a worker counts as dead and is no longer listed. */
const silentMs = 20_000;

export function overviewPage(frame: Frame, view: OverviewView): Html {
  const { operator: texts } = frame.texts;
  const { status, blocked, hours, politeness, backup, now } = view;
  const live = html`<div class="stack">
    ${health(frame, view)}
    <div class="cols">
      <div class="stack">
        ${panel("queue", texts.queue.title, queueFacts(frame, status))}
        ${panel("workers", texts.workers.title, workerList(frame, status.workers, now))}
      </div>
      <div class="stack">
        ${panel("blocked", texts.blocked.title, blockedList(frame, blocked, now))}
        ${status.lanes.length > 0 && panel("crowded", texts.crowded.title, crowdedList(frame, status, now))}
      </div>
    </div>
  </div>`;
  return operatorPage(frame, {
    title: texts.navigation.overview,
    lede: texts.overviewLede,
    body: html`<div class="stack">
      ${livePart("operations", "/operator", live)} ${backup !== null && backupPanel(frame, backup, now)}
      ${hours !== null && panel("fetches", texts.fetches.title, fetchesPart(frame, hours, now))}
      ${politeness !== null && panel("politeness", texts.politeness.title, politenessPart(frame, politeness))}
    </div>`,
  });
}

/** Reloads by itself, at most once a minute. */
export function fetchesPart(frame: Frame, hours: FetchHour[], now: Date): Html {
  return html`<div
    class="pair"
    id="fetch-chart"
    hx-get="/operator/fetches"
    hx-trigger="feedsChanged from:body throttle:60s"
    hx-swap="outerMorph"
  >
    ${fetchChart(frame, hours, now)}
  </div>`;
}

function health({ texts: { operator: texts } }: Frame, { complaints, workers }: OverviewView): Html {
  const all = [...complaints, ...(workers === 0 ? [texts.noWorker] : [])];
  if (all.length === 0) return html`<p class="done">${texts.healthy(workers)}</p>`;
  return html`<p class="alert">${texts.unhealthy(all)}</p>`;
}

function queueFacts({ texts: { operator } }: Frame, status: QueueStatus): Html {
  const { queue: texts } = operator;
  const { deadLetters } = status;
  const facts: [name: string, value: string | Html][] = [
    [texts.due, texts.feeds(status.due, status.scheduled)],
    [texts.late, status.lateSeconds === 0 ? texts.notLate : describeWait(status.lateSeconds * 1_000)],
    [texts.inFlight, texts.flying(status.fetching, status.queued)],
    [texts.stuck, String(status.stuck)],
    [
      texts.givenUp,
      deadLetters === 0 ? "0" : html`<a href="/operator/dead-letters">${texts.lettersWait(deadLetters)}</a>`,
    ],
  ];
  return html`<ul class="rows figures" role="list">
    ${facts.map(([name, value]) => html`<li><strong>${name}</strong><span>${value}</span></li>`)}
  </ul>`;
}

function workerList(frame: Frame, workers: WorkerStatus[], now: Date): Html {
  const { workers: texts } = frame.texts.operator;
  if (workers.length === 0) return html`<p>${texts.none}</p>`;
  return html`<ul class="attempts" role="list">
    ${workers.map(({ host, pid, version, beatAt, inFlight }) => {
      const isSilent = now.getTime() - beatAt.getTime() > silentMs;
      return html`<li>
        <span class="state ${isSilent ? "bad" : "ok"}">${isSilent ? texts.silent : texts.alive}</span>
        <span>${host}/${pid}</span>
        <span class="took">${texts.about(version, inFlight)}, ${texts.seen} ${ago(frame, beatAt, now)}</span>
      </li>`;
    })}
  </ul>`;
}

function blockedList(frame: Frame, blocked: BlockedLane[], now: Date): Html {
  const { blocked: texts } = frame.texts.operator;
  if (blocked.length === 0) return html`<p>${texts.none}</p>`;
  return html`<ul class="items" role="list">
      ${blocked.map(
        ({ lane, until, reason, feeds: count }) =>
          html`<li>
            <strong>${hostOfLane(lane)}</strong>
            <p dir="auto">${sayBlocked(frame, reason)}</p>
            <p class="took">
              ${texts.until(exactTime(frame, until))}, ${ago(frame, until, now)} · ${texts.feeds(count)}
            </p>
          </li>`,
      )}
    </ul>
    ${blocked.length === blockedLanesMax && html`<p class="note">${texts.more(blockedLanesMax)}</p>`}`;
}

function crowdedList({ texts: { operator } }: Frame, { lanes }: QueueStatus, now: Date): Html {
  const { crowded: texts } = operator;
  return html`<ul class="rows figures" role="list">
    ${lanes.map(
      ({ lane, due, closedUntil }) =>
        html`<li>
          <strong>${hostOfLane(lane)}</strong
          ><span
            >${texts.due(due)}${
              closedUntil !== null && html`, ${texts.closed(describeWait(closedUntil.getTime() - now.getTime()))}`
            }</span
          >
        </li>`,
    )}
  </ul>`;
}

function politenessPart(frame: Frame, { total, hosts }: PolitenessView): Html {
  const { politeness: texts } = frame.texts.operator;
  if (total === null) return html`<p>${texts.none}</p>`;
  const said = ({ requests, notModified, receivedBytes, early }: Omit<HostScore, "host">) =>
    texts.score(requests, Math.round((100 * notModified) / requests), fileSize(frame, receivedBytes), early);
  return html`<p>${texts.total(said(total))}</p>
    <p class="note">${texts.early}</p>
    <ul class="rows figures" role="list">
      ${hosts.map(
        (score) =>
          html`<li>
            <strong>${score.host}</strong><span>${said(score)}${score.isSlowed && ` · ${texts.slowed}`}</span>
          </li>`,
      )}
    </ul>
    ${hosts.length === hostScoresMax && html`<p class="note">${texts.more(hostScoresMax)}</p>`}`;
}

const hoursShown = 24;

/** The last 24 hours, hour by hour: fetches, failures and new items. */
function fetchChart(frame: Frame, hours: FetchHour[], now: Date): Html {
  const texts = frame.texts.operator.fetches;
  const byHour = new Map(hours.map((hour) => [hour.hour.getTime(), hour]));
  const first = firstHour(now).getTime();
  const series = Array.from({ length: hoursShown }, (_, index) => {
    const hour = new Date(first + index * hourMs);
    return byHour.get(hour.getTime()) ?? { hour, fetches: 0, failed: 0, created: 0 };
  });
  const total = (read: (hour: FetchHour) => number) => series.reduce((sum, hour) => sum + read(hour), 0);
  const clock = (hour: Date) => timeOfDay(frame, hour);
  return html`${figure(
    texts.fetches(
      total(({ fetches }) => fetches),
      total(({ failed }) => failed),
    ),
    series.map(({ hour, fetches, failed }) => ({
      value: fetches,
      bad: failed,
      title: texts.fetchesAt(clock(hour), fetches, failed),
    })),
  )}
  ${figure(
    texts.newItems(total(({ created }) => created)),
    series.map(({ hour, created }) => ({ value: created, title: texts.newItemsAt(clock(hour), created) })),
  )}`;
}

export function firstHour(now: Date): Date {
  return new Date((Math.floor(now.getTime() / hourMs) - (hoursShown - 1)) * hourMs);
}
