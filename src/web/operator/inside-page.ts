import type { InstallState } from "../../models/inside/inside-models.ts";
import type { InstallPlan } from "../../models/inside/install-model.ts";
import type { InstalledModel } from "../../models/inside/model-files.ts";
import { suggestedModels } from "../../models/inside/suggested-models.ts";
import { fileSize } from "../kit/dates.ts";
import { inputField } from "../kit/field.ts";
import { postForm } from "../kit/form.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { formPanel, panel } from "../kit/page.ts";
import { operatorPage } from "./operator-page.ts";

export type InsideView = {
  installed: readonly InstalledModel[];
  /** The model inside that is in use. */
  used: string | null;
  state: InstallState | null;
  /** What was looked up and can be installed now. */
  plan: InstallPlan | null;
  source: string;
  sha256: string;
  fault: string | null;
  done: string | null;
};

const address = "/operator/model/inside";

/** Look up, then install: size and free space stand between the two. */
export function insidePage(frame: Frame, view: InsideView): Html {
  const { inside: texts } = frame.texts.model;
  return operatorPage(frame, {
    title: texts.title,
    lede: html`${texts.lede} <a href="/operator/model">${texts.back}</a>`,
    done: view.done,
    body: html`<div class="stack">
      <div class="stack" id="inside-now">
        ${view.state !== null && html`<div class="panel stack">${state(frame, view.state)}</div>`}
        ${panel("installed", texts.list, installedList(frame, view))}
      </div>
      ${postForm(
        frame,
        { action: address, isUnchecked: true },
        formPanel("install", texts.formTitle, installFields(frame, view)),
      )}
    </div>`,
  });
}

/** While it runs, it reloads itself. Without script there is a link. */
function state(frame: Frame, { plan, step, ended }: InstallState): Html {
  const { inside: texts } = frame.texts.model;
  if (ended?.kind === "installed") return html`<p role="status">${texts.installed(plan.name)}</p>`;
  if (ended !== null) return html`<p class="fault" role="alert" dir="auto">${ended.sentence}</p>`;
  const all = step.step === "model" ? step.bytes : null;
  return html`<p class="step" role="status">
      <strong>${plan.name}</strong> ${stepWords(frame, step)}
      ${
        step.step === "model" &&
        html`<progress
            max="${all ?? false}"
            value="${all !== null && step.doneBytes}"
            aria-label="${plan.name}"
          ></progress>
          ${texts.progress(fileSize(frame, step.doneBytes), all === null ? "?" : fileSize(frame, all))}`
      }
    </p>
    <div class="buttons">
      ${postForm(frame, { action: `${address}/stop` }, html`<button class="btn">${texts.stop}</button>`)}
      <a
        class="btn"
        href="/operator/model/inside"
        hx-get="/operator/model/inside"
        hx-trigger="load delay:1s"
        hx-select="#inside-now"
        hx-target="#inside-now"
        hx-swap="outerHTML"
        >${texts.reload}</a
      >
    </div>`;
}

function stepWords({ texts }: Frame, { step }: InstallState["step"]): string {
  const { runtime, model, check } = texts.model.inside.steps;
  return { runtime, model, check }[step];
}

function installFields(frame: Frame, { plan, source, sha256, fault }: InsideView): Html {
  const { inside: texts } = frame.texts.model;
  const names = suggestedModels.map(({ name, licence }) => `${name} (${licence})`).join(", ");
  return html`${inputField({
      name: "source",
      label: texts.source,
      hint: texts.sourceHint(names),
      value: source,
      fault,
      autocomplete: "off",
    })}
    ${inputField({ name: "sha256", label: texts.sha256, hint: texts.sha256Hint, value: sha256, autocomplete: "off" })}
    ${plan !== null && planLines(frame, plan)}
    <div class="buttons">
      <button class="btn ${plan === null && "go"}">${texts.look}</button>
      ${plan !== null && html`<button class="btn go" formaction="/operator/model/inside/install">${texts.install}</button>`}
    </div>`;
}

function planLines(frame: Frame, { name, bytes, haveBytes, freeBytes, needsRuntime }: InstallPlan): Html {
  const { inside: texts } = frame.texts.model;
  const size = bytes === null ? texts.unknownSize : fileSize(frame, bytes);
  return html`<p role="status">
    ${texts.plan({ name, size, free: fileSize(frame, freeBytes) })}
    ${haveBytes > 0 && texts.have(fileSize(frame, haveBytes))} ${needsRuntime && texts.needsRuntime}
  </p>`;
}

function installedList(frame: Frame, { installed, used }: InsideView): Html {
  const { inside: texts } = frame.texts.model;
  if (installed.length === 0) return html`<p class="note">${texts.none}</p>`;
  return html`<ul class="stack" role="list">
    ${installed.map(
      ({ name, bytes }) =>
        html`<li class="buttons">
          <code>${name}</code> ${fileSize(frame, bytes)}
          ${
            name === used
              ? html`<span class="note">${texts.inUse}</span>`
              : postForm(
                  frame,
                  { action: `${address}/remove` },
                  html`<input type="hidden" name="name" value="${name}" />
                    <button class="btn quiet" aria-label="${texts.remove}: ${name}">${texts.remove}</button>`,
                )
          }
        </li>`,
    )}
  </ul>`;
}
