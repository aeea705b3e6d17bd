const charsMax = 2000;
const ownOrigin = "http://own.invalid";

/** Where to go after a login: a page of our own, or null. A stranger may have written the link that asks for it. */
export function parseNext(text: string): string | null {
  if (text.length > charsMax || !text.startsWith("/") || /\/\/|\\|\p{Cc}/u.test(text)) return null;
  // As a browser will read it: /./auth/login is the login too.
  const url = URL.parse(text, ownOrigin);
  if (url?.origin !== ownOrigin) return null;
  const path = decoded(url.pathname);
  if (path === null || /^\/auth(\/|$)/.test(path)) return null;
  return url.pathname + url.search;
}

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
