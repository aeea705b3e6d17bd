import type { Folder } from "../../feeds/folder-store.ts";
import { postForm } from "../kit/form.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { folderIcon, pauseIcon, playIcon } from "../kit/icons.ts";

export const bulkActions = ["move", "pause", "resume", "hide", "show", "remove"] as const;
export type BulkAction = (typeof bulkActions)[number];

/** What to do with the feeds that are selected: their checkboxes belong to this form by its id. */
export function bulkForm(frame: Frame, folders: readonly Folder[]): Html {
  const { bulk: texts, noFolder } = frame.texts.feeds;
  const button = (action: BulkAction, icon: Html | null) =>
    html`<button class="btn quiet${action === "remove" && " warned"}" name="action" value="${action}">
      ${icon}${texts.action[action]}
    </button>`;
  return postForm(
    frame,
    {
      action: "/feeds/bulk",
      id: "bulk",
      className: "bulk",
      htmx: { post: "/feeds/bulk", include: "#feed-filters", swap: "none" },
    },
    html`<b>${texts.selected}</b>
      <span class="line">
        <select class="field" name="folder" aria-label="${texts.folder}">
          <option value="">${noFolder}</option>
          ${folders.map(({ id, name }) => html`<option value="${id}">${name}</option>`)}
        </select>
        ${button("move", folderIcon)}
      </span>
      ${button("pause", pauseIcon)} ${button("resume", playIcon)} ${button("hide", null)} ${button("show", null)}
      ${button("remove", null)}
      <div class="answer" id="bulk-errors" aria-live="polite" hx-morph-skip></div>`,
  );
}
