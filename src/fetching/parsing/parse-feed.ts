import { parseJson } from "../../text/parse-json.ts";
import { extractPageClues } from "./extract-page-clues.ts";
import { collapseSpace, copyCut, plainText } from "./plain-text.ts";
import { parseJsonFeed } from "./parse-json-feed.ts";
import { depthMax, type NotAFeed, type ParseResult, snippetCharsMax } from "./parse-result.ts";
import { parseXmlFeed } from "./parse-xml-feed.ts";

/** `url` is the address that answered, after redirects; `contentType` is what the server called the document. */
export type DocumentOrigin = { url: string | null; contentType: string | null };

/**
 * Takes the text from decodeBody. Whether it is a feed depends on its content alone, because servers often send a wrong content
 * type. The content type only helps to say what a document is that is not a feed.
 */
export function parseFeed(text: string, origin: DocumentOrigin): ParseResult {
  const beginning = text.trimStart().slice(0, sniffedCharsMax);
  if (beginning === "") return notAFeed("empty", "");
  const isJson = /^[{[]/.test(beginning);
  const feed = (isJson ? parseJsonFeed(parseShallowJson(text), origin.url) : null) ?? parseXmlFeed(text, origin.url);
  if (feed !== null && feed !== "cut-off") return feed;
  if (feed === "cut-off" && !htmlStart.test(beginning)) return notAFeed("cut-off", "");
  if (isJson) return notAFeed("json", collapseSpace(beginning));
  return looksLikeHtml(beginning, origin.contentType) ? diagnosePage(text, origin.url) : diagnoseText(beginning);
}

const sniffedCharsMax = 2_000;

function notAFeed(why: NotAFeed["why"], readable: string, candidates: NotAFeed["candidates"] = []): NotAFeed {
  return { kind: "not-a-feed", why, snippet: copyCut(readable, snippetCharsMax) ?? "", candidates };
}

// Undefined if it is not JSON.
function parseShallowJson(text: string): unknown {
  // Ten million nested arrays take JSON.parse more than 2 s.
  return text.includes("[".repeat(depthMax)) ? undefined : parseJson(text);
}

const htmlStart = /<(?:!doctype html|html|meta)\b/i;

function looksLikeHtml(beginning: string, contentType: string | null): boolean {
  return htmlStart.test(beginning) || /\bhtml\b/i.test(contentType ?? "");
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

// Known walls: Cloudflare, PerimeterX, DataDome, Imperva, SiteGround, Anubis. We recognise the text they show or, if there is
// none without scripts, the scripts.
function isBotWall(html: string, text: string): boolean {
  return wallWords.test(text.slice(0, wallTextCharsMax)) || wallScripts.test(html.slice(0, wallSourceCharsMax));
}

const wallTextCharsMax = 500;
const wallSourceCharsMax = 50_000;

const wallWords =
  /just a moment|attention required|checking (?:if|your browser)|(?:you are|you're) (?:a |not a )?(?:human|(?:ro)?bot)|enable javascript and cookies|access (?:to this page has been )?denied|pardon our interruption|unusual traffic|security check|ddos protection/i;

const wallScripts = /_cf_chl_opt|px-captcha|captcha-delivery\.com|_incapsula_resource|sgcaptcha|awswafintegration/i;
