import type { ModelTrial } from "../../analysis/set-up-model.ts";
import type { ListedModels } from "../../models/list-models.ts";
import { type ModelSettings, providers, type StoredModel, type Use, uses } from "../../models/model-settings.ts";
import type { ModelField, ModelFaults, WrittenModel } from "../../models/parse-model-form.ts";
import { describeWait } from "../../time.ts";
import { ago, exactTime } from "../kit/dates.ts";
import { checkField, inputField, option, selectField } from "../kit/field.ts";
import { postForm } from "../kit/form.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { alert } from "../kit/notice.ts";
import { formPanel } from "../kit/page.ts";
import { operatorPage } from "./operator-page.ts";
import type { ModelStopped } from "./operator-parts.ts";

export type ModelView = {
  stored: StoredModel;
  written: WrittenModel;
  /** What would hold if this were saved, and what holds now. */
  settings: ModelSettings;
  inUse: ModelSettings;
  fixedBy: (field: string) => string | null;
  faults: ModelFaults;
  /** A key that was typed and not saved yet, sealed. */
  carriedKey: string;
  listed: ListedModels | null;
  headline: string;
  trial: ModelTrial | null;
  stop: ModelStopped | null;
  startsAt: Date | null;
  done: string | null;
  now: Date;
};

/** One form; its three buttons send it to save, to list the server's models, and to try it. */
export function modelPage(frame: Frame, view: ModelView): Html {
  const { model: texts } = frame.texts;
  const isWrong = Object.keys(view.faults).length > 0;
  return operatorPage(frame, {
    title: texts.title,
    lede: `${texts.lede} ${nowInUse(frame, view.inUse)}`,
    done: view.done,
    body: html`${alert(isWrong ? texts.failed : null)} ${state(frame, view)}
    ${postForm(
      frame,
      { action: "/operator/model", isUnchecked: true },
      html`<div class="cols">
        <div class="stack">
          ${formPanel("server", texts.server, serverFields(frame, view))}
          ${formPanel("try", texts.tryTitle, trialPart(frame, view))}
        </div>
        <div class="stack">
          ${formPanel("uses", texts.usesTitle, useFields(frame, view))}
          ${formPanel("limits", texts.limits, limitFields(frame, view))}
          <div class="buttons"><button class="btn go">${texts.save}</button></div>
        </div>
      </div>`,
    )}`,
  });
}

/** What holds now, in a sentence: a page of fields does not say it. */
function state(frame: Frame, { settings, stop, startsAt, now }: ModelView): Html | null {
  const { model: texts } = frame.texts;
  const sentences = [
    settings.isKeyLost ? texts.keyLost : null,
    stop === null
      ? null
      : html`${texts.stopped} <span dir="auto">${stop.message}</span> ${ago(frame, stop.stoppedAt, now)}`,
    startsAt === null ? null : texts.resting(exactTime(frame, startsAt)),
  ].filter((one) => one !== null);
  return sentences.length === 0 ? null : html`${sentences.map((one) => html`<p class="alert">${one}</p>`)}`;
}

function nowInUse({ texts: { model: texts } }: Frame, { provider, model }: ModelSettings): string {
  return provider === "none" ? texts.noneInUse : texts.inUse(texts.providers[provider], model);
}

function serverFields(frame: Frame, view: ModelView): Html {
  const { model: texts } = frame.texts;
  const { listed } = view;
  const names = listed?.kind === "listed" ? listed.models : [];
  const isGone = names.length > 0 && view.written.model.trim() !== "" && !names.includes(view.written.model.trim());
  return html`${chooser(
      frame,
      view,
      "provider",
      providers.map((one) => [one, texts.providers[one]]),
    )}
    ${line(frame, view, "address", texts.addressHint)} ${keyFields(frame, view)}
    ${line(frame, view, "model", texts.modelHint)}
    <div class="buttons">
      <button class="btn" formaction="/operator/model/list">${texts.list}</button>
      <a class="btn" href="/operator/model/inside">${texts.inside.link}</a>
    </div>
    ${listed?.kind === "failed" && html`<p class="fault" role="alert" dir="auto">${listed.sentence}</p>`}
    ${listed?.kind === "listed" && names.length === 0 && html`<p class="note" role="status">${texts.noModels}</p>`}
    ${isGone && html`<p class="fault" role="alert">${texts.modelGone(view.written.model.trim())}</p>`}
    ${
      names.length > 0 &&
      html`<details class="own" open>
        <summary>${texts.listed(names.length)}</summary>
        <datalist id="models">${names.map((name) => html`<option value="${name}"></option>`)}</datalist>
        <ul class="rules" role="list">
          ${names.slice(0, namesShown).map((name) => html`<li><code>${name}</code></li>`)}
        </ul>
        ${names.length > namesShown && html`<p class="note">${texts.more(names.length - namesShown)}</p>`}
      </details>`
    }`;
}

const namesShown = 30;

/** A key is never shown again, not even in part. */
function keyFields({ texts: { model: texts } }: Frame, { stored, fixedBy, faults, carriedKey }: ModelView): Html {
  const variable = fixedBy("apiKey");
  if (variable !== null) {
    const fixed = { name: "key", label: texts.names.key, value: "", isDisabled: true };
    return inputField({ ...fixed, type: "password", hint: texts.fixed(variable) });
  }
  const isSaved = stored.apiKey !== null && carriedKey === "";
  const hint = carriedKey !== "" ? texts.keyTyped : isSaved ? texts.keyStored : texts.keyHint;
  const label = isSaved ? texts.replaceKey : texts.names.key;
  const fault = faults.key === undefined ? null : texts.faults[faults.key];
  return html`<input type="hidden" name="carriedKey" value="${carriedKey}" />
    ${inputField({ name: "key", label, hint, fault, type: "password", value: "", autocomplete: "off" })}
    ${isSaved && checkField({ name: "removeKey", label: texts.removeKey, value: "on", isChecked: false })}`;
}

function trialPart({ texts: { model: texts, article } }: Frame, { headline, trial }: ModelView): Html {
  const refused = trial?.kind === "answered" ? trial.refused : null;
  return html`${inputField({ name: "headline", label: texts.names.headline, hint: texts.headlineHint, value: headline || texts.sample })}
    <div class="buttons">
      <button class="btn" formaction="/operator/model/try">${texts.tryIt}</button>
    </div>
    ${trial?.kind === "failed" && html`<p class="fault" role="alert" dir="auto">${trial.sentence}</p>`}
    ${
      trial?.kind === "answered" &&
      html`<div role="status">
        <p><strong dir="auto">${trial.title}</strong></p>
        <p class="${refused === null ? "note" : "fault"}">
          ${refused === null ? texts.wouldShow : texts.wouldRefuse(article.refusedWhy[refused.why](refused.words.join(", ")))}
        </p>
        <p class="took">
          ${texts.trial({ ...trial, took: trial.latencyMs < 1_000 ? `${trial.latencyMs} ms` : describeWait(trial.latencyMs) })}
        </p>
      </div>`
    }`;
}

function useFields(frame: Frame, view: ModelView): Html {
  const { model: texts } = frame.texts;
  const { written } = view;
  const sizes = (["", "small", "full"] as const).map((size) => [size, texts.sizes[size || "usual"]] as const);
  return html`${uses.map((use) =>
      checkField({ name: use, label: texts.uses[use], value: "on", isChecked: written[use] === "on" }),
    )}
    <p class="hint">${texts.perFeed}</p>
    ${chooser(frame, view, "questionSize", sizes)} ${line(frame, view, "titlesAtOnce", texts.titlesAtOnceHint)}
    ${line(frame, view, "contextTokens", texts.contextHint)}`;
}

function limitFields(frame: Frame, view: ModelView): Html {
  const { model: texts } = frame.texts;
  const { budget, prices } = view.settings;
  return html`<div class="pair">
      ${line(frame, view, "dailyUsd", texts.usual(String(budget.usdMax)))}
      ${line(frame, view, "monthlyUsd", texts.noLimit)}
    </div>
    <div class="pair">
      ${line(frame, view, "promptUsd", texts.usual(String(prices.promptUsdPerMillion)))}
      ${line(frame, view, "completionUsd", texts.usual(String(prices.completionUsdPerMillion)))}
    </div>
    ${line(frame, view, "dailyTokens", texts.noLimit)}
    <div class="pair">${line(frame, view, "from", null)} ${line(frame, view, "to", null)}</div>
    <p class="hint">${texts.hoursHint(frame.timeZone)}</p>
    <p><a href="/operator/ai">${texts.spendLink}</a></p>`;
}

type LineField = Exclude<ModelField, "provider" | "questionSize" | Use>;

/** A field that the environment sets shows what holds, and cannot be changed here. */
function line(frame: Frame, view: ModelView, name: LineField, hint: string | null): Html {
  const { model: texts } = frame.texts;
  const variable = view.fixedBy(name);
  const fault = view.faults[name];
  return inputField({
    name,
    label: texts.names[name],
    hint: variable === null ? hint : texts.fixed(variable),
    value: variable === null ? view.written[name] : valueInUse(view.settings, name),
    fault: fault === undefined ? null : texts.faults[fault],
    autocomplete: "off",
    isDisabled: variable !== null,
    ...(name === "from" || name === "to" ? { type: "time" } : {}),
    ...(name === "model" ? { list: "models" } : {}),
  });
}

function valueInUse({ address, model, budget, prices }: ModelSettings, name: ModelField): string {
  const values: Partial<Record<ModelField, string | number | null>> = {
    address,
    model,
    dailyUsd: budget.usdMax,
    dailyTokens: budget.tokensMax,
    promptUsd: prices.promptUsdPerMillion,
    completionUsd: prices.completionUsdPerMillion,
  };
  return String(values[name] ?? "");
}

function chooser(
  { texts: { model: texts } }: Frame,
  { fixedBy, faults, written, settings }: ModelView,
  name: "provider" | "questionSize",
  choices: readonly (readonly [value: string, label: string])[],
): Html {
  const variable = fixedBy(name);
  const fault = faults[name];
  const chosen = variable !== null && name === "provider" ? settings.provider : written[name];
  return selectField(
    {
      name,
      label: texts.names[name],
      hint: variable === null ? null : texts.fixed(variable),
      fault: fault === undefined ? null : texts.faults[fault],
      isDisabled: variable !== null,
    },
    choices.map(([value, words]) => option(value, words, chosen)),
  );
}
