import { Parser } from "htmlparser2";

type IconLink = { url: string; side: number | null; isTouchIcon: boolean };

/** Pages have their links at the beginning. */
const charsMax = 300_000;
const linksMax = 50;

/** Two tries of a page's own icons are enough; then /favicon.ico. */
const chosenMax = 2;

/** On a screen it is 16 to 64 pixels large. */
const sides = { best: 32, most: 256 };

/** The addresses of the icons that a page names, the fittest first. */
export function extractIconLinks(html: string, pageUrl: string): string[] {
  const links: IconLink[] = [];
  const parser = new Parser({
    onopentag: (name, attribs) => {
      const link = name === "link" && links.length < linksMax ? linkOf(attribs, pageUrl) : null;
      if (link !== null) links.push(link);
      if (name === "body") parser.pause();
    },
  });
  parser.write(html.slice(0, charsMax));
  return links
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, chosenMax)
    .map(({ url }) => url);
}

function linkOf(
  { rel = "", href = "", type = "", sizes = "" }: Record<string, string>,
  pageUrl: string,
): IconLink | null {
  const words = rel.toLowerCase().split(/\s+/);
  const isTouchIcon = words.some((word) => word.startsWith("apple-touch-icon"));
  if (!isTouchIcon && !words.includes("icon")) return null;
  const url = URL.parse(href, pageUrl);
  // SVG can carry scripts, and is refused.
  if (url === null || !/^https?:$/.test(url.protocol) || /svg/i.test(type) || /\.svg$/i.test(url.pathname)) return null;
  const [, side] = /(\d{1,4})x\d/i.exec(sizes) ?? [];
  return { url: url.href, side: side === undefined ? null : Number(side), isTouchIcon };
}

/** The smallest that is large enough; then those that say nothing; then what is meant for a phone's home screen. */
function rank({ side, isTouchIcon }: IconLink): number {
  if (side !== null && side >= sides.best && side <= sides.most) return side;
  if (side === null) return isTouchIcon ? 600 : 500;
  return 1_000 + Math.abs(side - sides.best);
}
