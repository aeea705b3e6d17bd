import type { BriefSchedule } from "../../briefs/brief-schedule-store.ts";
import type { BriefSettings } from "../../briefs/brief-settings-store.ts";
import { briefLengths } from "../../briefs/brief.ts";
import type { Folder } from "../../feeds/folder-store.ts";
import { option } from "../kit/field.ts";
import { postForm } from "../kit/form.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { languageName } from "../kit/language-name.ts";
import { downIcon } from "../kit/icons.ts";
import { alert } from "../kit/notice.ts";
import { timeZoneInput } from "../kit/time-zone-input.ts";

export type SettingsFault = "bad-time" | "bad-zone" | "bad-settings" | "no-folders";

export type SettingsView = {
  schedule: BriefSchedule;
  settings: BriefSettings;
  folders: readonly Folder[];
  /** The languages of what the person reads, and the ones chosen before. */
  languages: readonly string[];
  canMail: boolean;
  fault: SettingsFault | null;
  isSaved: boolean;
};

/** In `folder`, what stands for the feeds in no folder. */
export const looseFeeds = "none";

/** When briefs are written, from what, and whether they come by mail. */
export function settingsForm(frame: Frame, view: SettingsView): Html {
  const texts = frame.texts.brief;
  const { schedule, settings, fault, isSaved } = view;
  return html`${isSaved && html`<p class="good" role="status">${savedText(frame, schedule)}</p>`}
  ${postForm(
    frame,
    { action: "/brief/settings", className: "form", isUnchecked: true },
    html`<div class="two">
        <label class="label"
          >${texts.time}
          <input
            class="field"
            type="time"
            name="at"
            value="${schedule.at}"
            aria-invalid="${fault === "bad-time" && "true"}"
            aria-describedby="brief-time-hint"
          />
        </label>
        <label class="label"
          >${texts.length}
          <select class="field" name="length">
            ${briefLengths.map((length) => option(length, texts.lengths[length], settings.length))}
          </select>
        </label>
      </div>
      <p class="note" id="brief-time-hint">${texts.timeHint}</p>
      <label class="label"
        >${texts.zone} ${timeZoneInput({ id: "brief-zone", value: schedule.timeZone, isWrong: fault === "bad-zone" })}
      </label>
      ${languageChoice(frame, view)} ${folderChoice(frame, view)} ${mailChoice(frame, view)}
      ${fault !== null && alert(faultText(frame, fault))}
      <div class="line"><button class="btn go">${texts.save}</button></div>`,
  )}`;
}

function languageChoice(frame: Frame, { languages, settings }: SettingsView): Html | null {
  if (languages.length < 2 && settings.languages.length === 0) return null;
  const texts = frame.texts.brief;
  const nameOf = (language: string) => languageName(frame, language);
  const chosen = settings.languages.length === 0 ? texts.allLanguages : settings.languages.map(nameOf).join(", ");
  return choice(
    texts.languages(chosen),
    html`${languages.map((language) =>
        check("language", language, nameOf(language), settings.languages.includes(language)),
      )}
      <p class="note">${texts.languagesHint}</p>`,
  );
}

function folderChoice({ texts: { brief: texts } }: Frame, { folders, settings }: SettingsView): Html | null {
  if (folders.length === 0) return null;
  const { leftOut, hasLoose } = settings;
  const chosen = folders.filter(({ id }) => !leftOut.includes(id)).length;
  return choice(
    texts.folders(chosen, folders.length),
    html`${folders.map(({ id, name }) => check("folder", id, name, !leftOut.includes(id)))}
    ${check("folder", looseFeeds, texts.noFolder, hasLoose)}`,
  );
}

function choice(label: string, body: Html): Html {
  return html`<details class="more">
    <summary><span class="ask">${label}${downIcon}</span></summary>
    ${body}
  </details>`;
}

function mailChoice(
  { texts: { brief: texts, settings: all }, person }: Frame,
  { canMail, settings }: SettingsView,
): Html {
  if (!canMail) return html`<p class="note">${all.mail.none(person?.operator === true)}</p>`;
  return html`${check("mail", "yes", texts.byMail(person?.email ?? ""), settings.byMail)}
    <p class="note"><a href="/settings/mail">${texts.toMail}</a></p>`;
}

function check(name: "language" | "folder" | "mail", value: string, label: string, isChecked: boolean): Html {
  return html`<label class="check"
    ><input type="checkbox" name="${name}" value="${value}" checked="${isChecked}" /><span dir="auto"
      >${label}</span
    ></label
  >`;
}

function savedText({ texts: { brief: texts } }: Frame, { at, timeZone }: BriefSchedule): string {
  return at === null ? texts.unplanned : texts.planned(at, timeZone);
}

function faultText({ texts: { brief: texts } }: Frame, fault: SettingsFault): string {
  const sentences: Record<SettingsFault, string> = {
    "bad-time": texts.badTime,
    "bad-zone": texts.badZone,
    "bad-settings": texts.badSettings,
    "no-folders": texts.noFolders,
  };
  return sentences[fault];
}
