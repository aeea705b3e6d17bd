import { type Html, html } from "../kit/html.ts";
import { isSafeUrl } from "../kit/plan-template.ts";
import type { ProseElement, ProseNode } from "./parse-prose.ts";
import { anchorName } from "./place-anchors.ts";
import { textReasonId, wordButton } from "./word-reason.ts";

/** Words, links, pictures and marks within a paragraph. Unknown elements are only their content. */
export function renderInline(nodes: readonly ProseNode[], isInLink = false): Html[] {
  return nodes.map((node) => (typeof node === "string" ? html`${node}` : inline(node, isInLink)));
}

function visibleText(nodes: readonly ProseNode[]): string {
  return nodes.map((node) => (typeof node === "string" ? node : visibleText(node.children))).join("");
}

function inline(node: ProseElement, isInLink: boolean): Html {
  const { name, attributes, children } = node;
  if (name === "br") return html`<br />`;
  if (name === anchorName) return html`<span class="anchor" id="${attributes["id"] ?? null}"></span>`;
  if (name === "a" && !isInLink) return link(node);
  if (name === "mark") return marked(node, isInLink);
  if (isOurMedia(node)) return media(node);
  const content = renderInline(children, isInLink);
  if (name === "abbr") return html`<abbr title="${attributes["title"] ?? null}">${content}</abbr>`;
  return formats[name]?.(content) ?? html`${content}`;
}

/** It leads to a place of the same text (place-anchors.ts), or it opens outside, and the page it leads to learns nothing of ours. */
function link({ attributes, children }: ProseElement): Html {
  const href = attributes["href"] ?? "";
  if (href.startsWith("#")) return html`<a href="${href}">${renderInline(children, true)}</a>`;
  if (!/^(?:https?|mailto):/i.test(href) || !isSafeUrl(href)) return html`${renderInline(children)}`;
  return html`<a href="${href}" rel="noopener noreferrer nofollow" target="_blank">${renderInline(children, true)}</a>`;
}

/** Ours have a number. A source's own marker would look like ours, so it is left out; in a link there can be no button. */
function marked({ attributes, children }: ProseElement, isInLink: boolean): Html {
  const number = attributes["data-mark"];
  if (number === undefined || !/^\d{1,4}$/.test(number)) return html`${renderInline(children, isInLink)}`;
  if (isInLink) return html`<mark>${renderInline(children, true)}</mark>`;
  return wordButton(textReasonId(Number(number)), visibleText(children));
}

/** Only through our proxy: an address of somebody else's would tell them who reads this. */
export function isOurMedia(node: ProseNode): boolean {
  if (typeof node === "string" || !["img", "audio", "video"].includes(node.name)) return false;
  return node.attributes["src"]?.startsWith("/media/") ?? false;
}

function media({ name, attributes }: ProseElement): Html {
  const { src = "", alt = "", width = null, height = null } = attributes;
  if (name === "audio") return html`<audio src="${src}" controls preload="none"></audio>`;
  if (name === "video") return html`<video src="${src}" controls playsinline preload="none"></video>`;
  return html`<img src="${src}" alt="${alt}" width="${width}" height="${height}" loading="lazy" decoding="async" />`;
}

const formats: Record<string, (content: Html[]) => Html> = {
  b: (content) => html`<b>${content}</b>`,
  cite: (content) => html`<cite>${content}</cite>`,
  code: (content) => html`<code>${content}</code>`,
  del: (content) => html`<del>${content}</del>`,
  dfn: (content) => html`<dfn>${content}</dfn>`,
  em: (content) => html`<em>${content}</em>`,
  i: (content) => html`<i>${content}</i>`,
  ins: (content) => html`<ins>${content}</ins>`,
  kbd: (content) => html`<kbd>${content}</kbd>`,
  q: (content) => html`<q>${content}</q>`,
  s: (content) => html`<s>${content}</s>`,
  samp: (content) => html`<samp>${content}</samp>`,
  small: (content) => html`<small>${content}</small>`,
  strong: (content) => html`<strong>${content}</strong>`,
  sub: (content) => html`<sub>${content}</sub>`,
  sup: (content) => html`<sup>${content}</sup>`,
  u: (content) => html`<u>${content}</u>`,
  var: (content) => html`<var>${content}</var>`,
};
