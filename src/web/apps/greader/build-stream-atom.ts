import type { AppItem } from "../../../items/app-stream-store.ts";
import { xml, type Xml } from "../../../publishing/xml.ts";
import type { PresentedAppItem } from "../present-app-item.ts";
import { longItemId } from "./item-ids.ts";

type AtomItem = { item: AppItem; presented: PresentedAppItem };

/**
 * Atom as Google Reader sent it. newsboat sends an entry's id back when it marks it, and looks for a category of this scheme
 * with the label "read" or "kept-unread"; without one it keeps its own opinion, so each entry has one of them.
 */
export function buildStreamAtom(
  { self, title, now }: { self: string; title: string; now: Date },
  items: readonly AtomItem[],
): string {
  return xml`<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${self}</id>
<title>${items[0]?.item.feedName ?? title}</title>
<updated>${now.toISOString()}</updated>
<link rel="self" href="${self}"/>${items.map(entryOf)}
</feed>
`.text;
}

function entryOf({ item, presented }: AtomItem): Xml {
  const { title, author, url, html, enclosures } = presented;
  const state = item.isRead ? "read" : "kept-unread";
  return xml`
<entry>
<id>${longItemId(item.number)}</id>
<title type="html">${xml`${title}`.text}</title>
<link rel="alternate" type="text/html" href="${url}"/>
<published>${item.pubDate.toISOString()}</published>
<updated>${item.updatedAt.toISOString()}</updated>${
    author === ""
      ? null
      : xml`
<author><name>${author}</name></author>`
  }
<category term="user/-/state/com.google/${state}" scheme="${scheme}" label="${state}"/>${
    item.isStarred ? xml`\n<category term="user/-/state/com.google/starred" scheme="${scheme}" label="starred"/>` : null
  }${enclosures.map(({ url: href, type, bytes }) => xml`\n<link rel="enclosure" href="${href}" type="${type}" length="${bytes}"/>`)}
<content type="html">${html}</content>
</entry>`;
}

const scheme = "http://www.google.com/reader/";
