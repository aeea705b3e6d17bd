/** A headline and the page it stands for. `holder`: the element whose own text it is. */
export type Headline = { url: string; holder: HTMLElement };

/** A front page has fewer; what comes after this many is left alone. */
const headlinesMax = 1_000;
const wordsMin = 3;
const charsMax = 400;
const looked = new WeakSet<Element>();

/** New ones since the last look. The page itself is one: its first heading stands for its own address. */
export function findHeadlines(): Headline[] {
  const found: Headline[] = [];
  const title = document.querySelector<HTMLElement>("h1");
  if (title !== null) addHeadline(found, title, canonicalUrl());
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a[href]")) {
    if (found.length >= headlinesMax) break;
    if (/^https?:$/.test(link.protocol))
      addHeadline(found, link.querySelector<HTMLElement>("h1,h2,h3,h4,h5,h6") ?? link, link.href);
  }
  return found;
}

function addHeadline(found: Headline[], element: HTMLElement, url: string): void {
  if (looked.has(element)) return;
  looked.add(element);
  const title = words(element);
  if (title.length > charsMax || title.split(/\s+/).length < wordsMin) return;
  if (element.isContentEditable || element.closest("form, [contenteditable], textarea, [role=textbox]") !== null)
    return;
  const holder = innermost(element);
  if (holder !== null) found.push({ url, holder });
}

/** The element whose own text the headline is. Null if it is put together from several: no text of ours may take their place. */
function innermost(element: HTMLElement): HTMLElement | null {
  let holder = element;
  const whole = words(element);
  for (let depth = 0; depth < 10; depth += 1) {
    const within = [...holder.children].find((child) => words(child) === whole);
    if (within === undefined) break;
    holder = within as HTMLElement;
  }
  const own = [...holder.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
  return own.some((node) => (node.textContent ?? "").trim() === whole) ? holder : null;
}

export function words(element: Element): string {
  return (element.textContent ?? "").trim();
}

function canonicalUrl(): string {
  const canonical = document.querySelector<HTMLLinkElement>("link[rel=canonical][href]")?.href;
  return canonical !== undefined && URL.parse(canonical)?.origin === location.origin ? canonical : location.href;
}

/** Whether a text of the page is that headline, perhaps a little changed, and not "Read more" or a picture's caption. */
export function isAbout(seen: string, title: string): boolean {
  const [a, b] = [seen, title].map((one) => new Set(one.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []));
  const shared = [...a!].filter((word) => b!.has(word)).length;
  return shared / Math.max(a!.size, b!.size, 1) >= 0.7;
}
