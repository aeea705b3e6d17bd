import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import type { ProseElement, ProseNode } from "./parse-prose.ts";
import { anchorName, placeAnchors } from "./place-anchors.ts";
import { isOurMedia, renderInline } from "./render-inline.ts";
import { type TableCell, tableRows } from "./table-rows.ts";

/** `headings` are the levels of the source that are open above the current place. */
type Context = { texts: { table: string; code: string }; headings: number[] };

/** `addresses`: where the text was published. A link to a place there that is in the text leads to it here. */
export type ProseSource = { nodes: ProseNode[]; addresses: readonly string[] };

/**
 * The text of an article in our own elements: nothing of the source's markup is copied, so none of its ids, classes, styles,
 * forms or frames can be in the page. Loose text becomes paragraphs, headings become lower than ours, and what may be
 * wider than the column scrolls by itself.
 */
export function renderProse({ texts }: Frame, { nodes, addresses }: ProseSource): Html[] {
  placeAnchors(nodes, addresses);
  const isPlain = nodes.every((node) => typeof node === "string");
  return isPlain ? plainParagraphs(nodes.join("")) : flow({ texts: texts.article, headings: [] }, nodes);
}

function flow(context: Context, children: readonly ProseNode[]): Html[] {
  const rendered: Html[] = [];
  let run: ProseNode[] = [];
  for (const node of children) {
    if (typeof node === "string" || !node.isBlock) {
      run.push(node);
      continue;
    }
    rendered.push(...paragraphs(run), ...block(context, node));
    run = [];
  }
  return [...rendered, ...paragraphs(run)];
}

function block(context: Context, node: ProseElement): Html[] {
  const { name, children } = node;
  if (name === "hr") return [html`<hr />`];
  if (!isShown(node)) return [];
  if (/^h[1-6]$/.test(name)) return [heading(context, Number(name[1]), children)];
  switch (name) {
    case "ul":
    case "ol":
      return list(context, name, children);
    case "dl":
      return [html`<dl>${children.flatMap((child) => term(context, child))}</dl>`];
    case "blockquote":
      return [html`<blockquote>${flow(context, children)}</blockquote>`];
    case "figure":
      return figure(context, children);
    case "table":
      return table(context, node);
    case "pre":
      return [sideways(context.texts.code, html`<pre>${renderInline(children)}</pre>`)];
    default:
      return flow(context, children);
  }
}

/** It may be wider than the column: it scrolls by itself, by keyboard too. */
function sideways(label: string, content: Html): Html {
  return html`<div class="sideways" role="group" tabindex="0" aria-label="${label}">${content}</div>`;
}

/** Our title is h1. The first heading is h2, and none skips a level, whatever the source does. */
function heading({ headings }: Context, level: number, children: readonly ProseNode[]): Html {
  while ((headings.at(-1) ?? 0) >= level) headings.pop();
  headings.push(level);
  const content = renderInline(children);
  if (headings.length === 1) return html`<h2>${content}</h2>`;
  return headings.length === 2 ? html`<h3>${content}</h3>` : html`<h4>${content}</h4>`;
}

function list(context: Context, name: "ul" | "ol", children: readonly ProseNode[]): Html[] {
  const items = elementsOf(children).filter((child) => child.name === "li" && isShown(child));
  if (items.length === 0) return flow(context, children);
  const rendered = items.map((item) => html`<li>${contentOf(context, item)}</li>`);
  return [
    name === "ul"
      ? html`<ul>
          ${rendered}
        </ul>`
      : html`<ol>
          ${rendered}
        </ol>`,
  ];
}

function term(context: Context, node: ProseNode): Html[] {
  if (typeof node === "string") return [];
  if (node.name === "dt") return [html`<dt>${renderInline(node.children)}</dt>`];
  if (node.name === "dd") return [html`<dd>${contentOf(context, node)}</dd>`];
  return node.children.flatMap((child) => term(context, child));
}

/** A caption says nothing without its picture. */
function figure(context: Context, children: readonly ProseNode[]): Html[] {
  const isCaption = (node: ProseNode) => typeof node !== "string" && node.name === "figcaption";
  const shown = flow(
    context,
    children.filter((node) => !isCaption(node)),
  );
  if (shown.length === 0) return [];
  const captions = elementsOf(children).filter((child) => isCaption(child) && isShown(child));
  const rendered = captions.map((caption) => html`<figcaption>${renderInline(caption.children)}</figcaption>`);
  return [html`<figure>${shown}${rendered}</figure>`];
}

/** A table of one column is not for looking things up: old newsletters are laid out with it. */
function table(context: Context, node: ProseElement): Html[] {
  const { caption, head, body } = tableRows(node);
  const all = [...head, ...body];
  const columns = Math.max(0, ...all.map((row) => row.length));
  if (columns < 2) return all.flat().flatMap(({ element }) => flow(context, element.children));
  const rows = (list: readonly TableCell[][]) =>
    list.map(
      (row) =>
        html`<tr>
          ${row.map((cell) => tableCell(context, cell))}
        </tr>`,
    );
  const title =
    caption !== null &&
    html`<caption>
      ${renderInline(caption.children)}
    </caption>`;
  return [
    sideways(
      context.texts.table,
      html`<table>
        ${title}
        ${
          head.length > 0 &&
          html`<thead>
            ${rows(head)}
          </thead>`
        }
        <tbody>
          ${rows(body)}
        </tbody>
      </table>`,
    ),
  ];
}

function tableCell(context: Context, { element, columns, rows, scope }: TableCell): Html {
  const [wide, high] = [columns > 1 ? String(columns) : null, rows > 1 ? String(rows) : null];
  const content = contentOf(context, element);
  return scope === null
    ? html`<td colspan="${wide}" rowspan="${high}">${content}</td>`
    : html`<th colspan="${wide}" rowspan="${high}" scope="${scope}">${content}</th>`;
}

/** Of a list item or a cell: paragraphs only if it has blocks. */
function contentOf(context: Context, { children }: ProseElement): Html[] {
  return elementsOf(children).some((child) => child.isBlock) ? flow(context, children) : renderInline(children);
}

/** Loose words and line breaks; two breaks end a paragraph. */
function paragraphs(run: readonly ProseNode[]): Html[] {
  const parts: ProseNode[][] = [[]];
  let breaks = 0;
  for (const node of run) {
    if (typeof node !== "string" && node.name === "br") {
      breaks += 1;
    } else if (isShown(node)) {
      if (breaks > 1) parts.push([]);
      breaks = 0;
    }
    parts.at(-1)?.push(node);
  }
  return parts.map(trimBlank).flatMap((part) => (part.length === 0 ? [] : [html`<p>${renderInline(part)}</p>`]));
}

function trimBlank(nodes: ProseNode[]): ProseNode[] {
  const first = nodes.findIndex(isShown);
  return first < 0 ? [] : nodes.slice(first, nodes.findLastIndex(isShown) + 1);
}

/** Text without any markup: an empty line ends a paragraph, a line break stays one. */
function plainParagraphs(text: string): Html[] {
  const parts = text.split(/\n\s*\n/).filter((part) => part.trim() !== "");
  return parts.map((part) => {
    const lines = part.trim().split("\n");
    return html`<p>${lines.map((line, at) => html`${at > 0 && html`<br />`}${line}`)}</p>`;
  });
}

function isShown(node: ProseNode): boolean {
  if (typeof node === "string") return node.trim() !== "";
  return isOurMedia(node) || node.name === anchorName || node.children.some(isShown);
}

function elementsOf(nodes: readonly ProseNode[]): ProseElement[] {
  return nodes.filter((node) => typeof node !== "string");
}
