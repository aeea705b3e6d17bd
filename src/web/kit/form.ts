import type { Frame } from "./frame.ts";
import { type Html, html } from "./html.ts";

type PostForm = {
  action: string;
  id?: string;
  className?: string;
  /** It sends a file. */
  isUpload?: boolean;
  /** We show our own error messages instead of the browser's. */
  isUnchecked?: boolean;
  htmx?: HtmxForm;
};

/** How htmx sends a form. Without script the browser sends it to its `action`. */
type HtmxForm = {
  post?: string | false;
  patch?: string | false;
  include?: string;
  target?: string;
  indicator?: string | false;
  /** `none`: the answer says what to load again. `morph`: the target becomes the answer; `slow-morph` may take minutes. */
  swap: "none" | "morph" | "slow-morph";
};

/** Every form that changes something. It always carries the token that `csrf.ts` asks for. */
export function postForm(frame: Frame, options: PostForm, body: Html): Html {
  const { action, id, className, isUpload, isUnchecked, htmx } = options;
  const content = html`<input type="hidden" name="csrf" value="${frame.csrfToken()}" />${body}`;
  if (htmx !== undefined) return htmxForm(options, htmx, content);
  return html`<form
    id="${id}"
    class="${className}"
    method="post"
    action="${action}"
    enctype="${isUpload === true && "multipart/form-data"}"
    novalidate="${isUnchecked}"
  >
    ${content}
  </form>`;
}

/** One template per swap, because `html` allows no values in attributes that htmx interprets. */
function htmxForm({ action, id, className, isUnchecked }: PostForm, htmx: HtmxForm, content: Html): Html {
  const { post, patch, include, target, indicator, swap } = htmx;
  switch (swap) {
    case "none":
      return html`<form
        id="${id}"
        class="${className}"
        method="post"
        action="${action}"
        hx-post="${post}"
        hx-patch="${patch}"
        hx-include="${include}"
        hx-swap="none"
        novalidate="${isUnchecked}"
      >
        ${content}
      </form>`;
    case "morph":
      return html`<form
        id="${id}"
        method="post"
        action="${action}"
        hx-post="${post}"
        hx-target="${target}"
        hx-swap="innerMorph"
        hx-sync="this:drop"
      >
        ${content}
      </form>`;
    // Two calls to a model and the pause between them. By default htmx gives up after 60 s.
    case "slow-morph":
      return html`<form
        id="${id}"
        method="post"
        action="${action}"
        hx-post="${post}"
        hx-target="${target}"
        hx-swap="innerMorph"
        hx-sync="this:drop"
        hx-indicator="${indicator}"
        hx-config='{"timeout": "170s"}'
      >
        ${content}
      </form>`;
  }
}

type PostButton = {
  action: string;
  label: string | Html;
  /** For screen readers: in a list, it says which row the button belongs to. */
  name?: string;
  fields?: Record<string, string>;
  kind?: "go" | "danger";
};

/** A form with one button and nothing to fill in. */
export function postButton(frame: Frame, { action, label, name, fields = {}, kind }: PostButton): Html {
  return postForm(
    frame,
    { action },
    html`${hiddenFields(fields)}<button class="btn${kind !== undefined && ` ${kind}`}" aria-label="${name}">
        ${label}
      </button>`,
  );
}

export function hiddenFields(fields: Record<string, string>): Html[] {
  return Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`);
}
