import type { ListedItem } from "../../items/listed-item-store.ts";
import { wordingLevel } from "../../items/plainness.ts";
import { minutesLong, moment } from "../kit/dates.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { downIcon } from "../kit/icons.ts";
import { outletIcon, wordingMark } from "../kit/outlet.ts";
import { shell } from "../kit/shell.ts";
import { languageOf } from "../reading/describe-item.ts";
import { translatedMark } from "../reading/translated-mark.ts";
import { articleAside } from "./article-aside.ts";
import { articleCrumb } from "./article-crumb.ts";
import { articleFiles, articlePicture } from "./article-files.ts";
import { articleAddress } from "./article-list.ts";
import { articleText } from "./article-text.ts";
import { type ArticleView, standInNote, titleOf } from "./article-view.ts";
import { sendTo } from "./send-to.ts";
import { readingMinutes } from "./reading-time.ts";
import { markPublishedTitle, reasonPopovers, textReasons, type WordReason } from "./word-reason.ts";

/** The page of one item: its plain title, its text, and next to it how it is worded. */
export function articlePage(frame: Frame, view: ArticleView): Html {
  return shell(frame, {
    title: titleOf(frame, view.item),
    place: "stream",
    width: "reading",
    body: article(frame, view),
  });
}

/** The same without the page around it, for the place next to the list. */
export function article(frame: Frame, view: ArticleView): Html {
  const { item, body, facts, sign } = view;
  const { title, reasons } = articleTitle(frame, view);
  const { shown, text } = articleText(frame, view);
  return html`<article class="reader" id="article" aria-label="${frame.texts.article.article}">
    ${articleCrumb(frame, view)}
    <div class="split">
      <div class="article">
        ${title} ${byline(frame, view, readingMinutes(text, languageOf(item)))} ${otherOutlets(frame, view)}
        ${sendTo(frame, view)} ${inShort(frame, view, text.length)} ${articleFiles(frame, facts.files, sign)}
        ${articlePicture(facts.files, body.html, sign)} ${shown} ${unsubscribeLink(frame, facts.unsubscribe)}
        ${pager(frame, view)}
      </div>
      ${articleAside(frame, view)}
    </div>
    ${reasonPopovers(frame, [...reasons, ...textReasons(frame, body.marks)])}
  </article>`;
}

/** Our title, and on demand what it does without. A person who wants titles as they were published gets them, marked. */
function articleTitle(frame: Frame, { item, translations }: ArticleView): { title: Html; reasons: WordReason[] } {
  const language = languageOf(item);
  const translated = translations.get(item.id)?.title ?? null;
  const marked =
    item.analysis === null || item.analysis.title_original.trim() === ""
      ? null
      : markPublishedTitle(frame, item.analysis);
  if (marked === null || translated !== null || (marked.isChanged && frame.preferences.plainTitles)) {
    const heading =
      translated === null ? headline(frame, item, titleOf(frame, item)) : translatedTitle(frame, item, translated);
    if (marked === null || !marked.isChanged) return { title: heading, reasons: [] };
    return {
      title: html`${heading}
        <details class="more measure">
          <summary><span class="ask">${frame.texts.article.tookOut}${downIcon}</span></summary>
          <p class="was" lang="${language}" dir="auto">${marked.html}</p>
        </details>`,
      reasons: marked.reasons,
    };
  }
  return {
    title: headline(frame, item, marked.html),
    reasons: marked.reasons,
  };
}

function translatedTitle(frame: Frame, item: ListedItem, translated: string): Html {
  return html`<h1 class="title measure" lang="${frame.preferences.translateInto}" dir="auto">${translated}</h1>
    ${translatedMark(frame, [{ text: titleOf(frame, item), language: languageOf(item) ?? "und" }])}`;
}

// Six lines on a phone.
const titleCharsShown = 150;

/** A very long title shows six lines, and all of it on demand. */
function headline({ texts: { article: texts } }: Frame, item: ListedItem, shown: Html | string): Html {
  const isLong = (typeof shown === "string" ? shown : item.title).length > titleCharsShown;
  return html`<h1 class="title measure${isLong && " clamp-6"}" lang="${languageOf(item)}" dir="auto">${shown}</h1>
    ${
      isLong &&
      html`<details class="show-all measure">
        <summary>
          <span class="ask all">${texts.wholeTitle}${downIcon}</span><span class="ask less">${texts.lessTitle}</span>
        </summary>
      </details>`
    }`;
}

const authorCharsMax = 200;

function byline(frame: Frame, { item, lookOf, now }: ArticleView, minutes: number | null): Html {
  const { feedId, feedName: name, author, pubDate, analysis } = item;
  const { article: texts } = frame.texts;
  return html`<p class="byline">
      ${outletIcon({ name, ...lookOf(feedId) })}<b><a href="/sources/${feedId}" dir="auto">${name}</a></b>
      ${author !== null && author.trim() !== "" && html`<span class="dot" dir="auto">${author.slice(0, authorCharsMax)}</span>`}
      <span class="dot">${moment(frame, pubDate, now)}</span>
      ${minutes !== null && html`<span class="dot" title="${texts.readingTime}">${minutesLong(frame, minutes)}</span>`}
      ${analysis !== null && wordingMark(frame, wordingLevel(analysis.overall))}
    </p>
    ${pubDate > now && html`<p class="note">${texts.future}</p>`}`;
}

function otherOutlets({ texts: { article: texts } }: Frame, { item, reports, alsoRead }: ArticleView): Html | null {
  const others = new Set(reports.map(({ outlet }) => outlet).filter((outlet) => outlet !== item.outlet));
  if (others.size === 0 || item.storyId === null) return null;
  return html`<p class="others"><a href="/stories/${item.storyId}">${texts.otherOutlets(others.size)}</a></p>
    ${alsoRead > 0 && html`<p class="note">${texts.alsoRead(alsoRead)}</p>`}`;
}

// A text that is hardly longer than its summary needs none.
const longerThanSummary = 1.5;

function inShort(frame: Frame, { item, forSummary, translations }: ArticleView, textChars: number): Html | null {
  const analysis = forSummary?.analysis ?? item.analysis;
  const short = analysis?.summary || analysis?.description_corrected || "";
  if (short === "" || (forSummary === null && textChars < short.length * longerThanSummary)) return null;
  const translated = translations.get((forSummary ?? item).id)?.summary ?? null;
  const language = languageOf({ analysis });
  return html`<section class="short">
    <h2>${frame.texts.article.inShort}</h2>
    ${standInNote(frame, forSummary)}
    <p lang="${translated === null ? language : frame.preferences.translateInto}" dir="auto">${translated ?? short}</p>
    ${translated !== null && translatedMark(frame, [{ text: short, language: language ?? "und" }])}
  </section>`;
}

/** We never open it ourselves. */
function unsubscribeLink({ texts: { newsletters: texts } }: Frame, link: string | null): Html | null {
  if (link === null) return null;
  return html`<p class="note">
    <a href="${link}" rel="nofollow noopener noreferrer" target="_blank">${texts.unsubscribe}</a>
  </p>`;
}

function pager(frame: Frame, { item, previous, next, list }: ArticleView): Html | null {
  if (previous === null && next === null) return null;
  const texts = frame.texts.article;
  return html`<nav class="pager" aria-label="${texts.moreFrom(item.feedName)}">
    ${[previous, next].map((other, place) =>
      other === null
        ? html`<span></span>`
        : html`<a href="${articleAddress(other.id, list)}" lang="${languageOf(other)}" dir="auto"
            ><small lang="${frame.texts.frame.language}">${place === 0 ? texts.previous : texts.next}</small
            >${titleOf(frame, other)}</a
          >`,
    )}
  </nav>`;
}
