import type { SecretBox } from "../../database/secret-box.ts";
import type { FeedChanges } from "../../feeds/change-feed-store.ts";
import { type FeedSettings, parseWrittenSetting } from "../../feeds/feed-settings.ts";
import { mayKeepHeaders, parseSubscription, type SubscriptionFault } from "../../feeds/parse-subscription.ts";
import { doubtHeaders, sealHeaders } from "../../fetching/custom-headers.ts";
import type { FormText } from "../read-form.ts";
import type { FeedTexts } from "../texts/en-feeds.ts";
import { settingInputs, settingNames, writeSetting } from "./setting-inputs.ts";

/** What was typed, by the name of its field. */
export type SettingValues = Record<keyof FeedSettings | "url", string>;
export type SettingFaults = Partial<Record<keyof FeedSettings | "url" | "headers", string>>;

/** `url` is null where it stays. */
export type SentSettings = { values: SettingValues } & (
  | { kind: "right"; changes: FeedChanges; url: string | null }
  | { kind: "wrong"; faults: SettingFaults }
);

type Before = FeedSettings & { url: string; hasHeaders: boolean };
type Parts = { before: Before; secrets: SecretBox; texts: FeedTexts["fault"] };

export function valuesOf(feed: FeedSettings & { url: string }): SettingValues {
  const written = settingNames.map((name) => [name, writeSetting(feed[name])] as const);
  return { ...(Object.fromEntries(written) as Record<keyof FeedSettings, string>), url: feed.url };
}

export function readSettingsForm(text: FormText, { before, secrets, texts }: Parts): SentSettings {
  const values = valuesSent(text);
  const settings = readChanges(values, valuesOf(before));
  const place = readPlace(text, { before, secrets, texts });
  const faults = { ...settings.faults, ...place.faults };
  if (Object.keys(faults).length > 0) return { kind: "wrong", values, faults };
  const changes = { ...settings.changes, ...place.headers };
  return { kind: "right", values, changes, url: place.url === before.url ? null : place.url };
}

function valuesSent(text: FormText): SettingValues {
  const sent = settingNames.map((name) => {
    const isFlag = settingInputs[name].kind === "flag";
    // A browser sends lines with CR LF, whatever it was given.
    return [name, isFlag ? text(name) || "off" : text(name).replaceAll("\r\n", "\n").trim()] as const;
  });
  return { ...(Object.fromEntries(sent) as Record<keyof FeedSettings, string>), url: text("url").trim() };
}

/** Only what differs from before is a change: an interval that adapted itself meanwhile is not set back by a new name. */
function readChanges(values: SettingValues, before: SettingValues): { changes: FeedChanges; faults: SettingFaults } {
  const changes: FeedChanges = {};
  const faults: SettingFaults = {};
  for (const name of settingNames.filter((one) => values[one] !== before[one])) {
    const parsed = parseWrittenSetting(name, values[name]);
    if (parsed.kind === "wrong") faults[name] = parsed.sentence;
    else Object.assign(changes, parsed.setting);
  }
  return { changes, faults };
}

type Place = { url: string; headers: Pick<FeedChanges, "headers">; faults: SettingFaults };

/** The address and what is sent to it, as in the form of a person's own feed. Headers that were given before stay, unless told. */
function readPlace(text: FormText, { before, secrets, texts }: Parts): Place {
  const url = text("url");
  const secret = { username: text("username"), password: text("password"), headers: text("headers") };
  const parsed = parseSubscription({ name: "feed", url, ...secret });
  if (parsed.kind === "wrong") return { url, headers: {}, faults: inWords(parsed.faults, texts) };
  if (parsed.headers === null) {
    if (text("forget") === "on") return { url: parsed.url, headers: { headers: null }, faults: {} };
    const mayStay = !before.hasHeaders || mayKeepHeaders({ url: before.url, isOwn: true }, parsed.url);
    return { url: parsed.url, headers: {}, faults: mayStay ? {} : { headers: texts["headers-needed"] } };
  }
  const doubt = doubtHeaders(parsed.headers);
  if (doubt !== null) return { url, headers: {}, faults: { headers: doubt } };
  return { url: parsed.url, headers: { headers: sealHeaders(parsed.headers, secrets) }, faults: {} };
}

function inWords(faults: SubscriptionFault[], texts: FeedTexts["fault"]): SettingFaults {
  return Object.assign(
    {},
    ...faults.map((fault): SettingFaults => {
      if (fault.kind === "url-wrong") return { url: fault.sentence };
      return fault.kind === "url-missing" ? { url: texts[fault.kind] } : { headers: texts[fault.kind] };
    }),
  );
}
