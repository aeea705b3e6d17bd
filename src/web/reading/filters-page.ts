import { categories } from "../../items/analyzer-result.ts";
import type { FilterTrial } from "../../items/filters/change-filters.ts";
import { type FilterAction, filterActions, type FilterRule } from "../../items/filters/filter-rule.ts";
import type { SavedFilter } from "../../items/filters/filter-store.ts";
import type { FilterFault, WrittenFilter } from "../../items/filters/parse-filter.ts";
import type { FeedName } from "../../items/subscribed-feed-store.ts";
import { inputField, option, selectField } from "../kit/field.ts";
import { postButton, postForm } from "../kit/form.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { alert } from "../kit/notice.ts";
import { formPanel } from "../kit/page.ts";
import { settingsPage } from "../settings/settings-page.ts";
import { levelOptions, wordOfBound } from "./wording-words.ts";

export type FilterFaults = { [Field in FilterFault]?: string };
type Trial = FilterTrial & { action: FilterAction };

export type FiltersView = {
  filters: SavedFilter[];
  feeds: FeedName[];
  values: WrittenFilter;
  faults: FilterFaults;
  trial: Trial | null;
  done: string | null;
};

export function filtersPage(frame: Frame, view: FiltersView): Html {
  const texts = frame.texts.reading.filters;
  return settingsPage(frame, {
    section: "filters",
    title: texts.title,
    note: texts.lede,
    done: view.done,
    body: html`<div class="stack">${filterList(frame, view)} ${newFilter(frame, view)}</div>`,
  });
}

function filterList(frame: Frame, { filters, feeds }: FiltersView): Html {
  const texts = frame.texts.reading.filters;
  return html`<section class="panel" aria-label="${texts.yours}">
    ${filters.length === 0 && html`<p>${texts.none}</p>`}
    <ul class="sessions" role="list">
      ${filters.map(({ id, rule, action }) => {
        const name = describeRule(rule, feeds, frame);
        return html`<li>
          <div>
            <strong dir="auto">${name}</strong>
            <span>${texts.actions[action]}</span>
          </div>
          ${postButton(frame, { action: `/filters/${id}/delete`, label: texts.delete, name: texts.deleteOf(name) })}
        </li>`;
      })}
    </ul>
    <footer><a href="/stream?view=hidden">${texts.hiddenItems}</a></footer>
  </section>`;
}

/** The address of the answer ends in `#trial`, so that the browser shows the result, which stands below the fold.
 * A filter can be saved only after a trial, so that nobody hides items by accident. */
function newFilter(frame: Frame, { feeds, values, faults, trial }: FiltersView): Html {
  const { filters: texts, categories: names } = frame.texts.reading;
  return formPanel(
    "new-filter",
    texts.newTitle,
    html`${postForm(
      frame,
      { action: "/filters/try#trial" },
      html`${inputField({ name: "title", label: texts.pattern, value: values.title, hint: texts.patternHint, fault: faults.title })}
        ${selectField({ name: "feed", label: texts.feed, fault: faults.feed }, [
          option("", texts.anyFeed, values.feed),
          ...feeds.map(({ feedId, name }) => option(feedId, name, values.feed)),
        ])}
        ${selectField({ name: "category", label: texts.category, fault: faults.category }, [
          option("", texts.anyCategory, values.category),
          ...categories.map((category) => option(category, names[category], values.category)),
        ])}
        ${selectField({ name: "score", label: texts.scoreMin, fault: faults.score }, levelOptions(frame, { bound: "from", chosen: values.score === "" ? null : Number(values.score), any: texts.anyScore }))}
        ${selectField(
          { name: "action", label: texts.action, fault: faults.action },
          filterActions.map((action) => option(action, texts.actions[action], values.action)),
        )}
        <div class="buttons"><button class="btn${trial === null && " go"}">${texts.tryOut}</button></div>
        ${trial === null && html`<p class="note">${texts.tryFirst}</p>`}
        ${
          (trial !== null || faults.rule !== undefined) &&
          html`<div class="stack answer" id="trial" tabindex="-1">
            ${alert(faults.rule ?? null)} ${trial !== null && trialResult(frame, trial)}
          </div>`
        }`,
    )}`,
  );
}

function trialResult({ texts: { reading } }: Frame, { action, matched, all, isCut, examples }: Trial): Html {
  const texts = reading.filters;
  const isAll = all > 0 && matched === all;
  return html`<div class="trial" role="status">
      <p><strong>${texts.tried(action, matched, all)}</strong> ${isCut && texts.newestOnly}</p>
    </div>
    ${
      isAll &&
      html`<div class="entry">
        <p class="fault">${texts.everything}</p>
        <label class="check"
          ><input type="checkbox" name="everything" value="yes" /><span>${texts.confirmAll}</span></label
        >
      </div>`
    }
    <div class="buttons"><button class="btn go" formaction="/filters#trial">${texts.save}</button></div>
    ${
      examples.length > 0 &&
      html`<div class="trial">
        <p>${texts.examples}:</p>
        <ul>
          ${examples.map((title) => html`<li dir="auto">${title}</li>`)}
        </ul>
      </div>`
    }`;
}

/** A rule in words, which is also its name. */
export function describeRule(
  { title, feedId, category, scoreMin }: FilterRule,
  feeds: readonly FeedName[],
  frame: Pick<Frame, "texts" | "locale">,
): string {
  const { filters: texts, categories } = frame.texts.reading;
  const feedName = feeds.find((feed) => feed.feedId === feedId)?.name;
  return texts.describe([
    ...(title === undefined ? [] : [texts.titleHas(title)]),
    ...(feedId === undefined ? [] : [feedName === undefined ? texts.feedGone : texts.feedIs(feedName)]),
    ...(category === undefined ? [] : [texts.categoryIs(categories[category])]),
    ...(scoreMin === undefined ? [] : [texts.scoreIs(wordOfBound(frame, scoreMin, "from"))]),
  ]);
}
