import { dayMs, hourMs, minuteMs } from "../../time.ts";
import type { FeedTexts } from "../texts/en-feeds.ts";
import { type Html, html } from "./html.ts";

const units = [
  ["day", dayMs],
  ["hour", hourMs],
  ["minute", minuteMs],
] as const;

/** "4 min ago", "in 6 min", with the exact time as tooltip. */
export function describeWhen(at: Date, now: Date, texts: FeedTexts["when"]): Html {
  return html`<time datetime="${at.toISOString()}" title="${exactTime(at)}">${inWords(at, now, texts)}</time>`;
}

export function exactTime(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

function inWords(at: Date, now: Date, texts: FeedTexts["when"]): string {
  const distanceMs = Math.abs(at.getTime() - now.getTime());
  const [unit, unitMs] = units.find(([, ms]) => distanceMs >= ms) ?? ["minute", minuteMs];
  if (distanceMs < minuteMs) return at > now ? texts.soon : texts.now;
  const span = texts[unit](Math.floor(distanceMs / unitMs));
  return at > now ? texts.ahead(span) : texts.ago(span);
}
