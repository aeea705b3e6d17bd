import type { DeadLetter } from "../../feeds/dead-letter-store.ts";
import { describeWhen } from "../dashboard/describe-when.ts";
import { type Html, html } from "../html.ts";
import type { Frame } from "../layout.ts";
import { livePart, operatorPage, panel, postButton } from "./operator-page.ts";

export type DeadLettersView = { letters: DeadLetter[]; isCut: boolean; done: string | null; now: Date };

export function deadLettersPage(frame: Frame, view: DeadLettersView): Html {
  const { deadLetters: texts, navigation } = frame.texts.operator;
  return operatorPage(frame, {
    title: navigation.deadLetters,
    lede: texts.lede,
    done: view.done,
    body: livePart("letters", "/operator/dead-letters", panel("listed", texts.title, letterList(frame, view))),
  });
}

function letterList(frame: Frame, { letters, isCut, now }: DeadLettersView): Html {
  const { deadLetters: texts } = frame.texts.operator;
  if (letters.length === 0) return html`<p>${texts.none}</p>`;
  // All are those that are seen here: what is given up while somebody reads is not theirs to forget unread.
  const fields = { ids: letters.map(({ id }) => id).join(",") };
  return html`<div class="buttons">
      ${postButton(frame, {
        action: "/operator/dead-letters/replay",
        label: texts.replayAll,
        name: texts.replayAll,
        fields,
      })}
      ${postButton(frame, {
        action: "/operator/dead-letters/drop",
        label: texts.dropAll,
        name: texts.dropAll,
        fields,
        isDanger: true,
      })}
    </div>
    ${isCut && html`<p class="note">${texts.cut(letters.length)}</p>`}
    <ul class="items" role="list">
      ${letters.map((letter) => letterRow(frame, letter, now))}
    </ul>`;
}

function letterRow(frame: Frame, { id, kind, url, feedId, reason, createdAt }: DeadLetter, now: Date): Html {
  const { operator, feeds } = frame.texts;
  const { deadLetters: texts } = operator;
  const name = url ?? texts.nameless;
  return html`<li>
    <strong>${texts.kind[kind]}</strong>
    ${feedId === null ? html`<p>${name}</p>` : html`<a href="/operator/feeds/${feedId}" dir="ltr">${name}</a>`}
    <p class="fault" dir="auto">${reason}</p>
    <p class="took">${describeWhen(createdAt, now, feeds.when)}</p>
    <div class="buttons">
      ${postButton(frame, {
        action: `/operator/dead-letters/${id}/replay`,
        label: texts.replay,
        name: texts.replayOf(name),
      })}
      ${postButton(frame, {
        action: `/operator/dead-letters/${id}/drop`,
        label: texts.drop,
        name: texts.dropOf(name),
        isDanger: true,
      })}
    </div>
  </li>`;
}
