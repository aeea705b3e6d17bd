import { hiddenFields, postForm } from "../kit/form.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { parseTime } from "./stream-query.ts";

/** How many items were just marked, and the time that "undo" needs; null: this is what "undo" did. */
export type Marked = { count: number; at: Date | null };

/** What the redirect after "mark all read" tells the page. */
export function parseMarked({ marked = "", at = "" }: Record<string, string>): Marked | null {
  return /^\d{1,9}$/.test(marked) ? { count: Number(marked), at: parseTime(at) } : null;
}

/** `fields`: what "undo" must know besides the time. */
type Undo = { action: "/dashboard/read/undo" | "/stream/read/undo"; fields: Record<string, string> };

export function markedToast(frame: Frame, marked: Marked | null, { action, fields }: Undo): Html | null {
  const texts = frame.texts.stream;
  if (marked === null) return null;
  if (marked.at === null) return html`<div class="toast" role="status"><p>${texts.unmarked(marked.count)}</p></div>`;
  return postForm(
    frame,
    { action, className: "toast" },
    html`${hiddenFields({ ...fields, at: marked.at.toISOString() })}
      <p role="status">${texts.marked(marked.count)}</p>
      <button>${frame.texts.frame.undo}</button>`,
  );
}
