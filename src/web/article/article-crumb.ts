import type { ListedItem } from "../../items/listed-item-store.ts";
import { postForm } from "../kit/form.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { linkIcon, nextIcon, outsideIcon, previousIcon, shareIcon, starIcon, unreadIcon } from "../kit/icons.ts";
import { articleAddress, type ArticleList, listAddress } from "./article-list.ts";
import { type ArticleView, originalOf, titleOf } from "./article-view.ts";

/** Above the text: back to the list, the neighbours, and what can be done with the article. */
export function articleCrumb(frame: Frame, view: ArticleView): Html {
  const { item, list, previous, next } = view;
  const texts = frame.texts.article;
  return html`<div class="crumb">
    <a class="btn quiet back" href="${listAddress(list)}" data-key="Escape">${previousIcon}${texts.toStream}</a>
    <div class="end">
      ${
        previous !== null &&
        html`<a
          class="btn quiet square"
          href="${articleAddress(previous.id, list)}"
          data-previous
          title="${texts.previousTitle}"
          aria-label="${texts.previous}"
          >${previousIcon}</a
        >`
      }
      ${
        next !== null &&
        html`<a
          class="btn quiet square"
          href="${articleAddress(next.id, list)}"
          data-next
          title="${texts.nextTitle}"
          aria-label="${texts.next}"
          >${nextIcon}</a
        >`
      }
      <span class="marks" id="marks-of-${item.id}">${articleMarks(frame, item, list)}</span>
      ${originalButtons(frame, view)}
    </div>
  </div>`;
}

/**
 * Read and star. htmx replaces only these; without a script the form comes back to the article, which opening must not mark read
 * again if it was just marked unread.
 */
export function articleMarks(frame: Frame, item: MarkedItem, list: ArticleList): Html {
  const texts = frame.texts.article;
  const isRead = item.readAt !== null;
  const isStarred = item.starredAt !== null;
  const read = isRead ? { mark: "unread", label: texts.markUnread } : { mark: "read", label: texts.markRead };
  const star = isStarred ? { mark: "unstar", label: texts.unstar } : { mark: "star", label: texts.star };
  return postForm(
    frame,
    { action: `/items/${item.id}/${read.mark}`, id: "article-marks", className: "marks" },
    html`<input type="hidden" name="from" value="article" />
      <input type="hidden" name="back" value="${articleAddress(item.id, list, true)}" />
      ${markButton(item, { ...read, key: "m", isOn: !isRead, icon: unreadIcon })}
      ${markButton(item, { ...star, key: "s", isOn: isStarred, icon: starIcon })}`,
  );
}

type MarkedItem = Pick<ListedItem, "id" | "readAt" | "starredAt">;
type MarkButton = { mark: string; key: "m" | "s"; label: string; isOn: boolean; icon: Html };

function markButton({ id }: MarkedItem, { mark, key, label, isOn, icon }: MarkButton): Html {
  return html`<button
    class="btn quiet square"
    id="article-${key}"
    formaction="/items/${id}/${mark}"
    hx-post="/items/${id}/${mark}"
    hx-target="#article-marks"
    hx-swap="outerMorph"
    data-key="${key}"
    data-on="${isOn}"
    title="${label} (${key})"
    aria-label="${label}"
  >
    ${icon}
  </button>`;
}

/** Copying and sharing need a script, which shows their buttons (buttons.js). */
function originalButtons(frame: Frame, view: ArticleView): Html | null {
  const texts = frame.texts.article;
  const original = originalOf(view);
  if (original === null) return null;
  return html`<button
      class="btn quiet square needs-copy"
      type="button"
      data-copy="${original}"
      data-done="${texts.copied}"
      data-failed="${texts.copyFailed}"
      title="${texts.copy}"
      aria-label="${texts.copy}"
    >
      ${linkIcon}</button
    ><button
      class="btn quiet square needs-share"
      type="button"
      data-share="${original}"
      data-title="${titleOf(frame, view.item)}"
      title="${texts.share}"
      aria-label="${texts.share}"
    >
      ${shareIcon}</button
    ><a
      class="btn quiet"
      href="${original}"
      rel="noopener noreferrer"
      data-key="o"
      title="${texts.originalTitle}"
      aria-label="${texts.original}"
      >${outsideIcon}<span class="from-48" aria-hidden="true">${texts.original}</span></a
    >`;
}
