import { posix } from "node:path";
import { Marked, type Tokens } from "marked";

export type Heading = { level: number; text: string; id: string };
/** A heading with the plain text under it, for the search. The first has no heading of its own if the text begins without one. */
export type Part = { heading: string; id: string; text: string };
export type Rendered = { html: string; headings: Heading[]; parts: Part[] };

export type RenderParts = {
  /** From the root of the repository. */
  file: string;
  /** The address of a document or file of the repository on the site; null: it is not on it. */
  siteAddress: (file: string) => string | null;
};

/** Our own documents: links between them lead to pages, and the addresses of headings are those of GitHub. */
export function renderMarkdown(markdown: string, { file, siteAddress }: RenderParts): Rendered {
  const headings: Heading[] = [];
  const parts: Part[] = [{ heading: "", id: "", text: "" }];
  const used = new Map<string, number>();
  const marked = new Marked({ gfm: true });
  marked.use({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        const id = uniqueId(toId(text), used);
        const inner = this.parser.parseInline(tokens);
        const plain = toPlain(inner);
        headings.push({ level: depth, text: plain, id });
        parts.push({ heading: plain, id, text: "" });
        const link = depth === 1 ? "" : ` <a class="anchor" href="#${id}" aria-label="Link to this section">#</a>`;
        return `<h${depth} id="${id}">${inner}${link}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const inner = this.parser.parseInline(tokens);
        const address = toAddress(href, file, siteAddress);
        return address === null ? inner : `<a href="${escapeAttribute(address)}">${inner}</a>`;
      },
      image({ href, text }: Tokens.Image) {
        const address = toAddress(href, file, siteAddress);
        // A package has fewer pictures than a clone.
        if (address === null) return `<em>${escapeAttribute(text)}</em>`;
        return `<img src="${escapeAttribute(address)}" alt="${escapeAttribute(text)}" loading="lazy">`;
      },
      // The only HTML in our documents are comments that scripts find their place by.
      html: () => "",
      // What is wider than the page is scrolled, also with the keyboard.
      code: ({ text }: Tokens.Code) => `<pre tabindex="0"><code>${escapeAttribute(text)}\n</code></pre>\n`,
      table({ header, rows }: Tokens.Table) {
        const inner = ({ tokens }: Tokens.TableCell) => this.parser.parseInline(tokens);
        // A first column without a name names its rows.
        const namesRows = header[0]?.text === "";
        const head = header.map((cell) => (cell.text === "" ? "<td></td>" : `<th scope="col">${inner(cell)}</th>`));
        const body = rows.map((row) => {
          const cells = row.map((cell, index) =>
            index === 0 && namesRows && cell.text !== ""
              ? `<th scope="row">${inner(cell)}</th>`
              : `<td>${inner(cell)}</td>`,
          );
          return `<tr>${cells.join("")}</tr>`;
        });
        const hasHead = header.some(({ text }) => text !== "");
        const thead = hasHead ? `<thead><tr>${head.join("")}</tr></thead>` : "";
        return `<div class="table" tabindex="0"><table>${thead}<tbody>${body.join("")}</tbody></table></div>\n`;
      },
    },
  });
  const html = marked.parse(markdown, { async: false });
  return { html, headings, parts: collectParts(html, parts) };
}

function collectParts(html: string, known: Part[]): Part[] {
  const pieces = html.split(/(?=<h[1-6] id=")/);
  const byId = new Map(known.map((part) => [part.id, part]));
  return pieces.flatMap((piece) => {
    const id = /^<h[1-6] id="([^"]*)"/.exec(piece)?.[1] ?? "";
    const part = byId.get(id);
    const text = toPlain(id === "" ? piece : piece.slice(piece.indexOf("</h") + 5));
    return part === undefined || (id === "" && text === "") ? [] : [{ ...part, text }];
  });
}

/** As on GitHub: "What is shown, and how" is #what-is-shown-and-how. */
function toId(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}

function uniqueId(id: string, used: Map<string, number>): string {
  const count = used.get(id) ?? 0;
  used.set(id, count + 1);
  return count === 0 ? id : `${id}-${count}`;
}

function toAddress(href: string, file: string, siteAddress: RenderParts["siteAddress"]): string | null {
  if (/^(?:https?:|mailto:|#)/.test(href)) return href;
  const [path = "", anchor] = href.split("#", 2);
  const address = siteAddress(posix.normalize(posix.join(posix.dirname(file), path)));
  return address === null || anchor === undefined ? address : `${address}#${anchor}`;
}

const entities: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" };

/** Text without markup, in one line. */
export function toPlain(html: string): string {
  return html
    .replace(/<a class="anchor"[^>]*>#<\/a>/g, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity)
    .replace(/\s+/g, " ")
    .trim();
}

export function escapeAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
