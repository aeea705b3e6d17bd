import type { Context } from "hono";
import type { SecretBox } from "../../database/secret-box.ts";
import { parseSubscription, type SubscriptionFault } from "../../feeds/parse-subscription.ts";
import { explainRefusedHeaders } from "../../fetching/explain-refusal.ts";
import { sealHeaders } from "../../fetching/request-headers.ts";
import { readForm } from "../read-form.ts";
import { textsOf } from "../texts/texts-of.ts";
import { type FeedFormFaults, type FeedFormValues, noFaults } from "./feed-form.ts";

/** What was sent, as it was typed: shown again where it is wrong. `dropsHeaders`: a feed of one's own becomes shared. */
export type SentFeed = { values: FeedFormValues; dropsHeaders: boolean } & (
  | { kind: "right"; name: string; url: string; headers: Buffer | null }
  | { kind: "wrong"; faults: FeedFormFaults }
);

export async function readFeedForm(c: Context, secrets: SecretBox): Promise<SentFeed> {
  const text = await readForm(c);
  const values = { name: text("name"), url: text("url") };
  const sent = { values, dropsHeaders: text("share") === "yes" };
  const secret = { username: text("username"), password: text("password"), headers: text("headers") };
  const parsed = parseSubscription({ ...values, ...secret });
  if (parsed.kind === "wrong") return { ...sent, kind: "wrong", faults: inWords(c, parsed.faults) };

  const { name, url, headers } = parsed;
  if (headers === null) return { ...sent, kind: "right", name, url, headers: null };
  const doubt = explainRefusedHeaders(headers);
  if (doubt !== null) return { ...sent, kind: "wrong", faults: { ...noFaults, general: doubt } };
  return { ...sent, kind: "right", name, url, headers: sealHeaders(headers, secrets) };
}

function inWords(c: Context, faults: SubscriptionFault[]): FeedFormFaults {
  const { fault: texts } = textsOf(c).feeds;
  const words = { ...noFaults };
  for (const fault of faults) {
    switch (fault.kind) {
      case "name-missing":
      case "name-too-long":
        words.name = texts[fault.kind];
        break;
      case "url-missing":
        words.url = texts[fault.kind];
        break;
      case "url-wrong":
        words.url = fault.sentence;
        break;
      case "username-missing":
      case "headers-unreadable":
        words.general = texts[fault.kind];
        break;
    }
  }
  return words;
}
