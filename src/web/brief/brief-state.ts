import type { LatestBrief } from "../../briefs/shown-brief-store.ts";
import { postForm } from "../kit/form.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { alert } from "../kit/notice.ts";

/** The latest brief and the state of the next one. */
export type LatestView = LatestBrief & {
  now: Date;
  /** Without a model, a brief is an extract and takes no time. */
  hasModel: boolean;
  /** `helpsWithoutModel`: the model failed, so writing without one would work. */
  error: { sentence: string; helpsWithoutModel: boolean } | null;
};

/** Both stand in `#summary-container`: the panel of other pages, or the whole letter of the page of briefs. */
export type BriefShape = "panel" | "letter";

const withShape = (path: string, shape: BriefShape) => (shape === "letter" ? `${path}?as=letter` : path);

export function writeForm(frame: Frame, { brief, isWriting, hasModel }: LatestView, shape: BriefShape): Html {
  const { generate, again } = frame.texts.brief;
  return postForm(
    frame,
    {
      action: withShape("/summaries", shape),
      id: "brief-write",
      htmx: {
        post: withShape("/summaries", shape),
        target: "#summary-container",
        indicator: hasModel && "#brief-thinking",
        swap: "slow-morph",
      },
    },
    html`<button class="btn ${brief === null && "go"}" id="brief-write-button" disabled="${isWriting}">
      ${brief === null ? generate : again}
    </button>`,
  );
}

/** What went wrong with the last try, and that a brief is being written. */
export function stateOfNext(frame: Frame, view: LatestView, shape: BriefShape): Html {
  const { error, hasModel } = view;
  return html`${error !== null && errorLine(frame, error, shape)} ${hasModel && thinking(frame, view, shape)}`;
}

function errorLine(
  frame: Frame,
  { sentence, helpsWithoutModel }: NonNullable<LatestView["error"]>,
  shape: BriefShape,
): Html {
  return html`<div class="trouble">
    ${alert(sentence)} ${helpsWithoutModel && extractForm(frame, "brief-extract", shape)}
  </div>`;
}

/** Visible while this page waits for a brief (htmx shows it). If another page waits, this one polls. */
function thinking(frame: Frame, { isWriting }: LatestView, shape: BriefShape): Html {
  return html`<div class="thinking ${isWriting && "is-on"}" id="brief-thinking" role="status">
    <div>
      <p class="note">${frame.texts.brief.thinking}</p>
      ${extractForm(frame, "brief-extract-now", shape)}
    </div>
    ${
      isWriting &&
      html`<span
        hx-get="${withShape("/summaries/latest", shape)}"
        hx-trigger="every 4s"
        hx-target="#summary-container"
        hx-swap="innerMorph"
      ></span>`
    }
  </div>`;
}

function extractForm(frame: Frame, id: string, shape: BriefShape): Html {
  const action = withShape("/summaries/extract", shape);
  return postForm(
    frame,
    { action, id, htmx: { post: action, target: "#summary-container", swap: "morph" } },
    html`<button class="btn">${frame.texts.brief.writeWithoutModel}</button>`,
  );
}
