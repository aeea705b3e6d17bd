import { postButton } from "../kit/form.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { downIcon } from "../kit/icons.ts";
import { notice } from "../kit/notice.ts";
import type { ArticleView } from "./article-view.ts";

/** A button for each place that the person sends items to. None without one. */
export function sendTo(frame: Frame, { item, list, targets, isSent }: ArticleView): Html | null {
  const texts = frame.texts.webhooks;
  if (targets.length === 0) return null;
  return html`${notice(isSent ? texts.sent : null)}
    <details class="more measure">
      <summary><span class="ask">${texts.sendTo}${downIcon}</span></summary>
      <div class="line">
        ${targets.map(({ id, name }) =>
          postButton(frame, {
            action: `/items/${item.id}/send`,
            label: name,
            name: texts.sendToOf(name),
            fields: { webhook: id, list: list.query ?? "" },
          }),
        )}
      </div>
    </details>`;
}
