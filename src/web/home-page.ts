import { type Html, html } from "./html.ts";
import { type Frame, layout } from "./layout.ts";

export function homePage(frame: Frame): Html {
  return layout(frame, {
    title: "The news without the spin",
    body: html`<div class="lede">
        <h1>The news without the spin.</h1>
        <p>
          Plainwire fetches feeds politely, takes the framing out of every item, and gives the news back. It runs on its
          owner’s own machine.
        </p>
      </div>
      <div class="cols">${example} ${purposes}</div>`,
  });
}

const example = html`<section class="panel example" aria-labelledby="example">
  <header><h2 id="example">What it does to a headline</h2></header>
  <dl>
    <dt>As it came</dt>
    <dd><del>Fury as</del> council <del>slams the brakes on</del> bridge <del>dream</del></dd>
    <dt>As you read it</dt>
    <dd><mark>Council postpones the bridge until 2031</mark></dd>
  </dl>
  <p class="note">An example. Every item keeps its original title, its link, and the reasons for each change.</p>
</section>`;

const purposes = html`<section class="panel" aria-labelledby="purposes">
  <header><h2 id="purposes">Three ways to read it</h2></header>
  <ul class="rows" role="list">
    <li><strong>Clean RSS</strong><span>Every feed again with plain titles, for the reader you already use.</span></li>
    <li>
      <strong>A JSON API</strong
      ><span>Plain titles and framing scores, for a browser extension or your own program.</span>
    </li>
    <li>
      <strong>A daily digest</strong><span>What happened since yesterday, with a reference for every claim.</span>
    </li>
  </ul>
  <footer>
    <p>
      Publishing a feed? Read <a href="/about-fetcher">what our fetcher promises</a>. Running this server? See its
      <a href="/healthz">health</a>.
    </p>
  </footer>
</section>`;
