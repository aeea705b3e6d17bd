import { densities, languages, textSizes } from "../../accounts/preferences.ts";
import { postForm } from "../kit/form.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { keyTable } from "../kit/shell.ts";
import { settingsPage } from "./settings-page.ts";
import { timeZoneInput } from "../kit/time-zone-input.ts";

/** `zone` is what was typed, where it was wrong. `translates`: there is a language model for it. */
export type PreferenceView = {
  done: string | null;
  zone: string | null;
  zoneFault: string | null;
  translates: boolean;
};

export function appearancePage(frame: Frame, { done }: PreferenceView): Html {
  const { appearance: texts, sections } = frame.texts.settings;
  const { theme, density, textSize, plainTitles, pictures } = frame.preferences;
  return settingsPage(frame, {
    section: "appearance",
    title: sections.appearance,
    note: texts.note,
    done,
    body: preferenceForm(
      frame,
      "appearance",
      html`${choiceRow(texts.theme, ["system", "light", "dark"] as const, { name: "theme", labels: texts.themes, chosen: theme ?? "system" })}
      ${choiceRow(texts.density, densities, { name: "density", labels: texts.densities, chosen: density })}
      ${choiceRow(texts.textSize, textSizes, { name: "text_size", labels: texts.textSizes, chosen: textSize })}
      ${checkRow(texts.titles, { name: "plain_titles", label: texts.plainTitles, hint: texts.plainTitlesHint, isChecked: plainTitles })}
      ${checkRow(texts.pictures, { name: "pictures", label: texts.showPictures, hint: texts.picturesHint, isChecked: pictures })}`,
    ),
  });
}

export function languagePage(frame: Frame, { done, zone, zoneFault, translates }: PreferenceView): Html {
  const { language: texts, sections } = frame.texts.settings;
  const chosen = frame.preferences.language ?? "browser";
  return settingsPage(frame, {
    section: "language",
    title: sections.language,
    note: texts.note,
    done,
    body: preferenceForm(
      frame,
      "language",
      html`${choiceRow(texts.language, ["browser", ...languages] as const, { name: "language", labels: texts.languages, chosen })}
        ${choiceRow(texts.translate, ["off", ...languages] as const, { name: "translate_into", labels: texts.translateInto, chosen: frame.preferences.translateInto ?? "off", hint: translates ? texts.translateHint : translatesNothing(frame) })}
        <div class="row">
          <label for="zone">${texts.zone}</label>
          <div class="val">
            ${timeZoneInput({
              id: "zone",
              value: zone ?? frame.timeZone,
              isWrong: zoneFault !== null,
              describedBy: zoneFault === null ? "zone-hint" : "zone-hint zone-fault",
            })}
            <p class="hint" id="zone-hint">${texts.zoneHint}</p>
            ${zoneFault !== null && html`<p class="fault" id="zone-fault" role="alert">${zoneFault}</p>`}
          </div>
        </div>`,
    ),
  });
}

/** A choice without effect must not look like one that works. */
function translatesNothing({ texts: { settings }, person }: Frame): Html {
  const { translateHint, translatesNothing: why, setUpModel } = settings.language;
  const link = html`<a href="/operator/model">${setUpModel}</a>`;
  return html`${translateHint} <strong>${why}</strong> ${person?.operator === true && link}`;
}

export function keyboardPage(frame: Frame, { done }: PreferenceView): Html {
  const { keyboard: texts, sections } = frame.texts.settings;
  const { keys } = frame.preferences;
  return settingsPage(frame, {
    section: "keyboard",
    title: sections.keyboard,
    note: texts.note,
    done,
    body: html`${preferenceForm(frame, "keyboard", checkRow(texts.keys, { name: "keys", label: texts.useKeys, hint: texts.useKeysHint, isChecked: keys }))}
    ${keyTable(frame)}`,
  });
}

export function preferenceForm(frame: Frame, section: string, rows: Html): Html {
  return postForm(
    frame,
    { action: `/settings/${section}` },
    html`${rows}
      <div class="row">
        <div></div>
        <div class="val">
          <div class="line"><button class="btn go">${frame.texts.settings.save}</button></div>
        </div>
      </div>`,
  );
}

type ChoiceRow<Value extends string> = {
  name: string;
  labels: Record<Value, string>;
  chosen: Value;
  hint?: string | Html;
};

function choiceRow<Value extends string>(
  title: string,
  values: readonly Value[],
  { name, labels, chosen, hint }: ChoiceRow<Value>,
): Html {
  return html`<div class="row" role="radiogroup" aria-labelledby="${name}-label">
    <div id="${name}-label">${title}</div>
    <div class="val choices">
      ${values.map(
        (value) =>
          html`<label class="check"
            ><input type="radio" name="${name}" value="${value}" checked="${value === chosen}" /><span
              >${labels[value]}</span
            ></label
          >`,
      )}
      ${hint !== undefined && html`<p class="hint">${hint}</p>`}
    </div>
  </div>`;
}

type CheckRow = { name: string; label: string; hint: string; isChecked: boolean };

export function checkRow(title: string, { name, label, hint, isChecked }: CheckRow): Html {
  return html`<div class="row">
    <div>${title}</div>
    <div class="val">
      <label class="check"
        ><input type="checkbox" name="${name}" value="on" checked="${isChecked}" /><span
          >${label} <small>${hint}</small></span
        ></label
      >
    </div>
  </div>`;
}
