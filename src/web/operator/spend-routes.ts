import { Hono } from "hono";
import type { ModelSettings } from "../../models/model-settings.ts";
import {
  listSpendByFeed,
  listSpendByUse,
  listSpendDays,
  readMonthUsd,
  type SpendDay,
  type SpendLine,
  spendLinesMax,
  type SpendUse,
} from "../../models/spend-history-store.ts";
import { dayMs, earlier, isoDay } from "../../time.ts";
import { figure } from "../kit/charts.ts";
import { ago } from "../kit/dates.ts";
import { postButton } from "../kit/form.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { doneSentence } from "../kit/notice.ts";
import { panel } from "../kit/page.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import { livePart, operatorPage } from "./operator-page.ts";
import { logChange, type ModelStopped, type OperatorParts } from "./operator-parts.ts";

export function spendRoutes(parts: OperatorParts): Hono<WebEnv> {
  const { operations, frame } = parts;
  const app = new Hono<WebEnv>();
  app.get("/operator/ai", async (c) => {
    const { pool, ai, setup } = operations;
    const now = operations.now();
    const since = firstSpendDay(now);
    const view: SpendView = {
      days: await listSpendDays(pool, since),
      byUse: await listSpendByUse(pool, since),
      feeds: await listSpendByFeed(pool, since),
      monthUsd: await readMonthUsd(pool, isoDay(now)),
      settings: setup.resolve(await setup.read()),
      stop: await ai.stopped(),
      done: doneSentence(c, textsOf(c).operator.spend.done),
      now,
    };
    return c.html(spendPage(frame(c), view).text);
  });
  app.post("/operator/ai/again", async (c) => {
    await operations.ai.askAgain();
    logChange(parts, c, { change: "models: asked again" });
    return c.redirect("/operator/ai?done=again", 303);
  });
  return app;
}

type SpendView = {
  days: SpendDay[];
  byUse: SpendUse[];
  feeds: SpendLine[];
  monthUsd: number;
  settings: ModelSettings;
  stop: ModelStopped | null;
  done: string | null;
  now: Date;
};

const daysShown = 30;

function spendPage(frame: Frame, view: SpendView): Html {
  const { spend: texts, navigation } = frame.texts.operator;
  const series = lastDays(view.days, view.now);
  const spent = findSpent(view, series.at(-1));
  const live = html`<div class="cols">
    <div class="stack">
      ${view.stop !== null && panel("stopped", texts.stopped.title, stopNotice(frame, view.stop, view.now))}
      ${panel("today", texts.today, html`${spent !== null && html`<p class="fault">${texts.spentOut[spent]}</p>`} ${today(frame, series.at(-1), view)}`)}
      ${panel("days", texts.daysTitle, charts(frame, series))}
    </div>
    <div class="stack">
      ${panel("by-use", texts.byUse, useTable(frame, view.byUse))}
      ${panel("by-feed", texts.byFeed, feedList(frame, view.feeds))}
    </div>
  </div>`;
  return operatorPage(frame, {
    title: navigation.ai,
    lede: texts.lede(
      view.settings.provider === "none" ? "none" : frame.texts.model.providers[view.settings.provider],
      view.settings.model,
    ),
    done: view.done,
    body: livePart("spend", "/operator/ai", live),
  });
}

/** AI stays paused until someone changes the key, pays the bill or presses this button. */
function stopNotice(frame: Frame, { why, message, stoppedAt }: ModelStopped, now: Date): Html {
  const { stopped: texts } = frame.texts.operator.spend;
  return html`<p class="fault" dir="auto">${message}</p>
    <p>${texts.since} ${ago(frame, stoppedAt, now)}. ${texts.whatToDo[why]}</p>
    <div class="buttons">
      ${postButton(frame, { action: "/operator/ai/again", label: texts.again, name: texts.again })}
    </div>`;
}

function firstSpendDay(now: Date): string {
  return isoDay(earlier(now, (daysShown - 1) * dayMs));
}

function lastDays(days: SpendDay[], now: Date): SpendDay[] {
  const byDay = new Map(days.map((day) => [day.day, day]));
  return Array.from({ length: daysShown }, (_, index) => {
    const day = isoDay(earlier(now, (daysShown - 1 - index) * dayMs));
    return byDay.get(day) ?? { day, usd: 0, reservedUsd: 0, tokens: 0, calls: 0, refusals: 0 };
  });
}

/** Which budget has nothing left for another question. */
function findSpent({ settings, monthUsd }: SpendView, day: SpendDay | undefined): "day" | "month" | null {
  const { budget, provider, prices } = settings;
  if (provider === "none" || day === undefined) return null;
  const isFree = prices.promptUsdPerMillion + prices.completionUsdPerMillion === 0;
  // A question of a headline costs about a tenth of a cent at most; less than that is nothing.
  const isOver = (spentUsd: number, maxUsd: number) => !isFree && spentUsd > maxUsd - 0.001;
  if (budget.monthUsdMax !== null && isOver(monthUsd, budget.monthUsdMax)) return "month";
  const isOverTokens = budget.tokensMax !== null && day.tokens > budget.tokensMax - 1_000;
  return isOver(day.usd + day.reservedUsd, budget.usdMax) || isOverTokens ? "day" : null;
}

function today(
  { texts: { operator } }: Frame,
  day: SpendDay | undefined,
  { monthUsd, settings: { budget } }: SpendView,
): Html {
  const { spend: texts } = operator;
  const { usd = 0, reservedUsd = 0, tokens = 0, calls = 0, refusals = 0 } = day ?? {};
  const facts = [
    [texts.money, texts.ofUsd(usd + reservedUsd, budget.usdMax)],
    [texts.reserved, texts.usd(reservedUsd)],
    [texts.month, budget.monthUsdMax === null ? texts.usd(monthUsd) : texts.ofUsd(monthUsd, budget.monthUsdMax)],
    [texts.tokens, texts.ofTokens(tokens, budget.tokensMax)],
    [texts.calls, texts.count(calls)],
    [texts.columns.refusals, texts.count(refusals)],
  ] as const;
  return html`<ul class="rows figures" role="list">
    ${facts.map(([name, value]) => html`<li><strong>${name}</strong><span>${value}</span></li>`)}
  </ul>`;
}

/** The newest day first; at most five uses a day. */
function useTable({ texts: { operator } }: Frame, byUse: SpendUse[]): Html {
  const { spend: texts } = operator;
  const { columns } = texts;
  if (byUse.length === 0) return html`<p>${texts.nothing}</p>`;
  return html`<div class="wide" tabindex="0" role="region" aria-label="${texts.tableOf}">
      <table class="table">
        <thead>
          <tr>
            ${[columns.day, columns.use].map((name) => html`<th scope="col">${name}</th>`)}
            ${[columns.calls, columns.tokens, columns.usd, columns.refusals].map(
              (name) => html`<th scope="col" class="r">${name}</th>`,
            )}
          </tr>
        </thead>
        <tbody>
          ${byUse.map(
            ({ day, purpose, calls, tokens, usd, refusals }) =>
              html`<tr>
                <th scope="row">${day}</th>
                <td>${texts.purposes[purpose]}</td>
                ${[texts.count(calls), texts.count(tokens), texts.usd(usd), texts.count(refusals)].map(
                  (value) => html`<td class="r">${value}</td>`,
                )}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    <p class="note">${texts.refusalsHint}</p>`;
}

function charts({ texts: { operator } }: Frame, series: SpendDay[]): Html {
  const { spend: texts } = operator;
  const total = (read: (day: SpendDay) => number) => series.reduce((sum, day) => sum + read(day), 0);
  return html`${figure(
    texts.spent(total(({ usd }) => usd)),
    series.map(({ day, usd }) => ({ value: usd * microsPerUsd, title: texts.onDay(day, texts.usd(usd)) })),
  )}
  ${figure(
    texts.used(
      total(({ tokens }) => tokens),
      total(({ calls }) => calls),
    ),
    series.map(({ day, tokens }) => ({ value: tokens, title: texts.onDay(day, texts.count(tokens)) })),
  )}`;
}

// The chart draws whole units, and a day may cost less than one dollar.
const microsPerUsd = 1_000_000;

function feedList({ texts: { operator } }: Frame, feeds: SpendLine[]): Html {
  const { spend: texts } = operator;
  if (feeds.length === 0) return html`<p>${texts.nothing}</p>`;
  return html`<ul class="items" role="list">
      ${feeds.map(
        (line) =>
          html`<li>
            ${feedName(line, texts)}
            <p class="took">${texts.line(line)}</p>
          </li>`,
      )}
    </ul>
    ${feeds.length === spendLinesMax && html`<p class="note">${texts.dearest(spendLinesMax)}</p>`}`;
}

function feedName({ feedId, isShared, url, label }: SpendLine, texts: Frame["texts"]["operator"]["spend"]): Html {
  if (feedId === null) return html`<strong>${isShared ? texts.severalFeeds : texts.briefs}</strong>`;
  if (url === null) return html`<strong>${texts.feedGone}</strong>`;
  return html`<a href="/operator/feeds/${feedId}" dir="auto">${label ?? url}</a>`;
}
