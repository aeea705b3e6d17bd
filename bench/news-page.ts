import { prose } from "./feed-documents.ts";

/** A typical newspaper page: 25 paragraphs among menus, teasers, comments and scripts, some 110 KB and 900 elements. */
export function newsPage(seed: number): string {
  const links = (count: number, words: number) =>
    many(count, (n) => `<li><a href="/p/${seed}/${n}">${prose(seed * 31 + n, words)}</a></li>`);
  const paragraphs = many(25, (n) => `<p>${prose(seed * 97 + n, 55)} <a href="/s/${n}">${prose(n, 3)}</a></p>`);
  const teasers = many(
    40,
    (n) =>
      `<article class="teaser"><div class="media"><img src="/i/${n}.jpg" alt=""></div><h3><a href="/t/${n}">${prose(seed + n, 8)}</a></h3><p>${prose(n, 18)}</p><span class="time">3 h</span></article>`,
  );
  const comments = many(
    30,
    (n) => `<li class="comment"><div class="by">${prose(n, 2)}</div><p>${prose(seed - n, 30)}</p></li>`,
  );
  const scripts = many(20, (n) => `<script>var state${n} = ${JSON.stringify({ words: prose(n, 200) })};</script>`);
  return `<!doctype html><html lang="en"><head><title>${prose(seed, 9)} | Harbour Gazette</title>
<meta name="description" content="${prose(seed, 20)}"><style>${".a{color:red}".repeat(800)}</style>${scripts}</head>
<body><header><nav><ul>${links(80, 2)}</ul></nav></header><main><article><h1>${prose(seed, 9)}</h1>
<p class="byline">By Ada Quill</p><time datetime="2026-03-02">2 March</time><div class="body">${paragraphs}</div></article>
<aside>${teasers}</aside><ol class="comments">${comments}</ol></main><footer><ul>${links(60, 2)}</ul></footer></body></html>`;
}

function many(count: number, make: (n: number) => string): string {
  return Array.from({ length: count }, (_, n) => make(n)).join("\n");
}
