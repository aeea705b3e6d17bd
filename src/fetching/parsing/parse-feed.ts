import { extractPageClues } from "./extract-page-clues.ts";
import { collapseSpace, cutText, plainText } from "./plain-text.ts";
import { parseJsonFeed } from "./parse-json-feed.ts";
import { depthMax, snippetCharsMax } from "./parse-limits.ts";
import type { NotAFeed, ParseResult } from "./parse-result.ts";
import { parseXmlFeed } from "./parse-xml-feed.ts";

// `url` is where the document came from in the end, `contentType` what the server called it.
export type DocumentOrigin = { url: string | null; contentType: string | null };

// `text` as decodeBody gives it. The parse decides what is a feed; only where it is none, what the server calls it has
// a say (C13).
export function parseFeed(text: string, origin: DocumentOrigin): ParseResult {
  const beginning = text.trimStart().slice(0, sniffedCharsMax);
  if (beginning === "") return notAFeed("empty", "");
  const isJson = /^[{[]/.test(beginning);
  const feed = (isJson ? parseJsonFeed(parseJson(text), origin.url) : null) ?? parseXmlFeed(text, origin.url);
  if (feed !== null) return feed;
  if (isJson) return notAFeed("json", collapseSpace(beginning));
  return looksLikeHtml(beginning, origin.contentType) ? diagnosePage(text, origin.url) : diagnoseText(beginning);
}

const sniffedCharsMax = 2_000;

function notAFeed(why: NotAFeed["why"], readable: string, candidates: NotAFeed["candidates"] = []): NotAFeed {
  return { kind: "not-a-feed", why, snippet: cutText(readable, snippetCharsMax) ?? "", candidates };
}

// Undefined where it is none. Only an escape can bring in what decodeBody took out.
function parseJson(text: string): unknown {
  // Ten million arrays in one another take JSON.parse more than 2 s.
  if (text.includes("[".repeat(depthMax))) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function looksLikeHtml(beginning: string, contentType: string | null): boolean {
  return /<(?:!doctype html|html|meta)\b/i.test(beginning) || /\bhtml\b/i.test(contentType ?? "");
}

function diagnosePage(html: string, url: string | null): NotAFeed {
  const { text, hasPasswordField, candidates } = extractPageClues(html, url);
  if (isBotWall(html, text)) return notAFeed("bot-wall", text, candidates);
  if (text === "" && candidates.length === 0) return notAFeed("empty", "");
  return notAFeed(hasPasswordField && candidates.length === 0 ? "login-page" : "html-page", text, candidates);
}

function diagnoseText(beginning: string): NotAFeed {
  const readable = plainText(beginning);
  if (wallWords.test(readable)) return notAFeed("bot-wall", readable);
  if (/<[a-z]/i.test(beginning)) return notAFeed("other-xml", readable);
  return notAFeed(readable === "" ? "empty" : "text", readable);
}

// By what the known walls (Cloudflare, PerimeterX, DataDome, Imperva, SiteGround, Anubis) say to people, or by their
// scripts where they say nothing without.
function isBotWall(html: string, text: string): boolean {
  return wallWords.test(text.slice(0, wallTextCharsMax)) || wallScripts.test(html.slice(0, wallSourceCharsMax));
}

const wallTextCharsMax = 500;
const wallSourceCharsMax = 50_000;

const wallWords =
  /just a moment|attention required|checking (?:if|your browser)|(?:you are|you're) (?:a |not a )?(?:human|(?:ro)?bot)|enable javascript and cookies|access (?:to this page has been )?denied|pardon our interruption|unusual traffic|security check|ddos protection/i;

const wallScripts = /_cf_chl_opt|px-captcha|captcha-delivery\.com|_incapsula_resource|sgcaptcha|awswafintegration/i;
