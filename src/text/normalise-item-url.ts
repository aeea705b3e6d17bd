// The browser extension uses this file too: it imports nothing.

/**
 * For identity only: links keep the URL as it was given. Without the fragment and without what only says where a reader
 * came from; host, scheme and default port as the URL parser writes them; order, encoding and a trailing slash as they are.
 * A fragment that is a route (#!/news/1, #/news/1) is the page itself, and stays.
 */
export function normaliseItemUrl(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null) return url;
  if (!/^#!?\//.test(parsed.hash)) parsed.hash = "";
  if (parsed.search !== "") parsed.search = withoutTracking(parsed.search);
  return parsed.href;
}

function withoutTracking(search: string): string {
  const kept = search
    .slice(1)
    .split("&")
    .filter((parameter) => !tracking.test(parameter));
  return kept.length === 0 ? "" : `?${kept.join("&")}`;
}

// Of Google, Facebook, Microsoft, X, TikTok, Yandex, LinkedIn, Instagram, Mailchimp, HubSpot, Marketo, the BBC and
// AT Internet. Not `ref`, `source` and the like: some sites find the page by them.
const tracking =
  /^(?:utm_\w+|utm|gclid|gclsrc|dclid|gbraid|wbraid|_ga|_gl|fbclid|fb_\w+|msclkid|twclid|ttclid|yclid|_openstat|li_fat_id|igshid|igsh|mc_[ce]id|_hsenc|_hsmi|hs\w*tracking|mkt_tok|at_\w+|xtor)(?:=|$)/i;
