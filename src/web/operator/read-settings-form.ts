import type { SecretBox } from "../../database/secret-box.ts";
import type { FeedChanges } from "../../feeds/change-feed-store.ts";
import { type FeedSettings, parseWrittenSetting } from "../../feeds/feed-settings.ts";
import { mayKeepHeaders, type NewFeedFault, parseNewFeed } from "../../feeds/new-feed.ts";
import { sealGivenHeaders } from "../../fetching/request-headers.ts";
import type { FormText } from "../kit/read-form.ts";
import type { FeedTexts } from "../texts/en-feeds.ts";
import { settingInputs, settingNames, writeSetting } from "./setting-field.ts";

type Texts = Record<keyof FeedSettings | "url", string>;
/** What each field contains now, and what it contained when the form was shown. */
export type SettingValues = { typed: Texts; shown: Texts };
export type SettingFaults = Partial<Record<keyof FeedSettings | "url" | "headers", string>>;

/** `url` is null if it did not change. */
type SentSettings = { values: SettingValues } & (
  | { kind: "right"; changes: FeedChanges; url: string | null }
  | { kind: "wrong"; faults: SettingFaults }
);

type Before = FeedSettings & { url: string; hasHeaders: boolean };
type Parts = { before: Before; secrets: SecretBox; texts: FeedTexts["fault"]; wrong: string };

export function valuesOf(feed: FeedSettings & { url: string }): SettingValues {
  const written = settingNames.map((name) => [name, writeSetting(feed[name])] as const);
  const shown = { ...(Object.fromEntries(written) as Record<keyof FeedSettings, string>), url: feed.url };
  return { typed: shown, shown };
}

/** Hidden fields that carry what the form showed. */
export function fieldsShown({ shown }: SettingValues): Record<string, string> {
  return Object.fromEntries(Object.entries(shown).map(([name, text]) => [fieldShown(name), text]));
}

function fieldShown(name: string): string {
  return `shown-${name}`;
}

export function readSettingsForm(text: FormText, { before, secrets, texts, wrong }: Parts): SentSettings {
  const values = { typed: readTexts(text), shown: readTexts((name) => text(fieldShown(name))) };
  const settings = readChanges(values, wrong);
  const place = readPlace(text, values, { before, secrets, texts });
  const faults = { ...settings.faults, ...place.faults };
  if (Object.keys(faults).length > 0) return { kind: "wrong", values, faults };
  const changes = { ...settings.changes, ...place.headers };
  return { kind: "right", values, changes, url: place.url === before.url ? null : place.url };
}

function readTexts(text: FormText): Texts {
  const sent = settingNames.map((name) => {
    const isFlag = settingInputs[name].kind === "flag";
    // Browsers send CR LF at the end of lines.
    return [name, isFlag ? text(name) || "off" : text(name).replaceAll("\r\n", "\n").trim()] as const;
  });
  return { ...(Object.fromEntries(sent) as Record<keyof FeedSettings, string>), url: text("url").trim() };
}

/**
 * Only fields that differ from what was shown are changed, so that saving a new name does not revert what a fetch or
 * another operator changed in the meantime. Forged hidden fields gain nothing: every change is checked as if typed.
 */
function readChanges({ typed, shown }: SettingValues, wrong: string): { changes: FeedChanges; faults: SettingFaults } {
  const changes: FeedChanges = {};
  const faults: SettingFaults = {};
  for (const name of settingNames.filter((one) => typed[one] !== shown[one])) {
    const parsed = parseWrittenSetting(name, typed[name]);
    if (parsed.kind === "wrong") faults[name] = wrong;
    else Object.assign(changes, parsed.setting);
  }
  return { changes, faults };
}

type Place = { url: string; headers: Pick<FeedChanges, "headers">; faults: SettingFaults };

/** The address and its headers, as in the form of a private feed. Existing headers stay unless removed. */
function readPlace(
  text: FormText,
  { typed, shown }: SettingValues,
  { before, secrets, texts }: Omit<Parts, "wrong">,
): Place {
  const secret = { username: text("username"), password: text("password"), headers: text("headers") };
  // A feed that moved in the meantime stays where it is. But a login belongs to the address shown with it.
  const isUrlMeant = typed.url !== shown.url || Object.values(secret).some((given) => given !== "");
  const url = isUrlMeant ? typed.url : before.url;
  const { headers: lines, ...login } = secret;
  const parsed = parseNewFeed({ url, headerLines: lines.split("\n"), ...login });
  if (parsed.kind === "wrong") return { url, headers: {}, faults: inWords(parsed.faults, texts) };
  if (parsed.headers === null) {
    if (text("forget") === "on") return { url: parsed.url, headers: { headers: null }, faults: {} };
    const mayStay = !before.hasHeaders || mayKeepHeaders(before.url, parsed.url);
    return { url: parsed.url, headers: {}, faults: mayStay ? {} : { headers: texts["headers-needed"] } };
  }
  const sealed = sealGivenHeaders(parsed.headers, secrets);
  if (sealed.kind === "refused") return { url, headers: {}, faults: { headers: sealed.sentence } };
  return { url: parsed.url, headers: { headers: sealed.headers }, faults: {} };
}

function inWords(faults: NewFeedFault[], texts: FeedTexts["fault"]): SettingFaults {
  return Object.assign(
    {},
    ...faults.map((fault): SettingFaults => {
      if (fault.kind === "url-wrong") return { url: texts.address[fault.why] };
      return fault.kind === "url-missing" ? { url: texts[fault.kind] } : { headers: texts[fault.kind] };
    }),
  );
}
