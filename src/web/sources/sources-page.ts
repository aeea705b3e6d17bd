import { wordingLevel, type WordingLevel } from "../../items/plainness.ts";
import {
  type RankedSource,
  type Ranking,
  sourcesMax,
  sourcesPerPage,
  type SourceTrait,
  sourceTraits,
} from "../../items/source-store.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { downIcon } from "../kit/icons.ts";
import { languageName } from "../kit/language-name.ts";
import { type LookOf, oftenMark, outletIcon, wordingMark } from "../kit/outlet.ts";
import { shell } from "../kit/shell.ts";
import { withParameters } from "../kit/with-parameters.ts";
import { outletOfFeeds } from "./outlet-of-feeds.ts";
import { histogram, inTenths, spreadFigure } from "./spread-figures.ts";

export const periods = ["week", "month", "year"] as const;
export type Period = (typeof periods)[number];
export type SourcesQuery = { trait: SourceTrait; period: Period; page: number };

export type SourcesView = Ranking & {
  query: SourcesQuery;
  lookOf: LookOf;
};

/** All outlets in one ranking. Never on a scale from left to right: only wording is measured. */
export function sourcesPage(frame: Frame, view: SourcesView): Html {
  const { query, count } = view;
  const texts = frame.texts.sources;
  return shell(frame, {
    title: texts.title,
    place: "sources",
    body: html`${bar(frame, query)}
    ${
      count === 0
        ? html`<div class="empty">
            <h2>${texts.empty}</h2>
            <p>${texts.emptyWhy}</p>
          </div>`
        : html`<p class="note intro-note">
              ${texts.notes[query.trait]} ${texts.howToRead} ${texts.limits}
              ${view.feedCount === sourcesMax && texts.onlyNewest(sourcesMax)}
            </p>
            ${ranking(frame, view)} ${histograms(frame, view)} ${pageTurns(frame, view)}`
    }`,
  });
}

function bar({ texts: { sources: texts } }: Frame, query: SourcesQuery): Html {
  return html`<div class="bar">
    <h1>${texts.title}</h1>
    <nav class="tabs" aria-label="${texts.rankBy}">
      ${sourceTraits.map(
        (trait) =>
          html`<a
            href="${sourcesAddress({ ...query, trait, page: 0 })}"
            aria-current="${trait === query.trait && "page"}"
            >${texts.traits[trait]}</a
          >`,
      )}
    </nav>
    <div class="end">
      <nav class="seg" aria-label="${texts.period}">
        ${periods.map(
          (period) =>
            html`<a
              href="${sourcesAddress({ ...query, period, page: 0 })}"
              aria-current="${period === query.period && "true"}"
              >${texts.periods[period]}</a
            >`,
        )}
      </nav>
    </div>
  </div>`;
}

type Scale = {
  /** What is measured. */
  name: string;
  low: string;
  high: string;
  mark: (level: WordingLevel | null) => Html | null;
  labelOf: (outlet: string, tenths: readonly number[]) => string;
};

/** The words of the scale. How loaded the wording is has words of its own; clickbait and hedging are not "loaded". */
function scaleOf(frame: Frame, { trait }: SourcesQuery): Scale {
  const { sources: texts, frame: frameTexts } = frame.texts;
  const isWording = trait === "loaded" || trait === "edits";
  const name = isWording ? texts.wording : texts.traits[trait];
  const [low, , , high] = texts.often;
  return {
    name,
    ...(isWording ? { low: frameTexts.levels.plain, high: frameTexts.levels.heavy } : { low, high }),
    mark: (level) => (isWording ? wordingMark(frame, level) : oftenMark(frame, level)),
    labelOf: (outlet, tenths) => texts.histogram(outlet, name, tenths),
  };
}

function ranking(frame: Frame, view: SourcesView): Html {
  const texts = frame.texts.sources;
  const scale = scaleOf(frame, view.query);
  return html`<table class="table plot">
    <thead>
      <tr>
        <th scope="col">${texts.outlet}</th>
        <th scope="col" class="fig">
          <span class="axis" aria-hidden="true"><span>${scale.low}</span><span>5</span><span>${scale.high}</span></span
          ><span class="sr">${texts.spread}</span>
        </th>
        <th scope="col" class="r">${texts.typical}</th>
        <th scope="col" class="opt">${scale.name}</th>
        <th scope="col" class="r opt">${texts.reports}</th>
        <th scope="col" class="r opt">${texts.edits}</th>
      </tr>
    </thead>
    <tbody>
      ${view.sources.map((source) => sourceRow(frame, source, view))}
    </tbody>
  </table>`;
}

function sourceRow(frame: Frame, source: RankedSource, { query, lookOf }: SourcesView): Html {
  const { spread, reports, edits } = source;
  const outlet = outletOfFeeds(source, lookOf);
  const level = wordingLevel(spread.median);
  const isHot = level === "loaded" || level === "heavy";
  return html`<tr>
    <th scope="row">
      <a class="name" href="/sources/${outlet.feedId}"
        >${outletIcon(outlet)}<span
          ><bdi>${outlet.name}</bdi
          >${source.language !== null && html` <small>${languageName(frame, source.language)}</small>`}</span
        ></a
      >
    </th>
    <td class="fig">${spreadFigure(frame, spread, isHot)}</td>
    <td class="r num median">${inTenths(frame, spread.median)}</td>
    <td class="opt">${scaleOf(frame, query).mark(level)}</td>
    <td class="r num opt">${reports}</td>
    <td class="r num opt">${edits > 0 ? edits : html`<span class="note">${frame.texts.sources.noEdits}</span>`}</td>
  </tr>`;
}

// Of fewer reports the bars say nothing.
const reportsToCompareMin = 5;

/** How the reports of each outlet are spread, all on one scale. */
function histograms(frame: Frame, { sources, query, lookOf }: SourcesView): Html | null {
  const texts = frame.texts.sources;
  const scale = scaleOf(frame, query);
  const compared = sources.filter(({ reports }) => reports >= reportsToCompareMin);
  if (compared.length === 0) return null;
  const leftOut = sources.length - compared.length;
  return html`<section class="section">
    <details class="more">
      <summary><span class="ask">${texts.eachSpread}${downIcon}</span></summary>
      <div class="multi">
        ${compared.map((source) => {
          const outlet = outletOfFeeds(source, lookOf);
          return html`<figure>
            <figcaption class="line">${outletIcon(outlet)}<span dir="auto">${outlet.name}</span></figcaption>
            ${histogram(scale.labelOf(outlet.name, source.tenths), source.tenths, scale)}
          </figure>`;
        })}
      </div>
      ${leftOut > 0 && html`<p class="note">${texts.tooFew(leftOut, reportsToCompareMin)}</p>`}
    </details>
  </section>`;
}

function pageTurns({ texts: { sources: texts } }: Frame, { query, count }: SourcesView): Html | null {
  const hasNext = count > (query.page + 1) * sourcesPerPage;
  if (query.page === 0 && !hasNext) return null;
  const turn = (page: number, label: string) =>
    html`<a class="btn" href="${sourcesAddress({ ...query, page })}">${label}</a>`;
  return html`<nav class="or" aria-label="${texts.pages}">
    ${query.page > 0 && turn(query.page - 1, texts.previous)} ${hasNext && turn(query.page + 1, texts.next)}
  </nav>`;
}

/** Without parameters that have their default. */
function sourcesAddress({ trait, period, page }: SourcesQuery): string {
  const asked = {
    ...(trait !== "loaded" && { by: trait }),
    ...(period !== "month" && { period }),
    ...(page > 0 && { page: String(page + 1) }),
  };
  return withParameters("/sources", asked);
}
