import { html } from "../html.ts";

export const homeInEnglish = {
  title: "The news without the spin",
  lede: "Plainwire fetches feeds politely, takes the framing out of every item, and gives the news back. It runs on its owner’s own machine.",
  example: {
    title: "What it does to a headline",
    came: "As it came",
    original: html`<del>Fury as</del> council <del>slams the brakes on</del> bridge <del>dream</del>`,
    read: "As you read it",
    plain: "Council postpones the bridge until 2031",
    note: "An example. Every item keeps its original title, its link, and the reasons for each change.",
  },
  ways: {
    title: "Three ways to read it",
    list: [
      { name: "Clean RSS", note: "Every feed again with plain titles, for the reader you already use." },
      { name: "A JSON API", note: "Plain titles and framing scores, for a browser extension or your own program." },
      { name: "A daily digest", note: "What happened since yesterday, with a reference for every claim." },
    ],
    more: html`Writing a program? Read <a href="/docs/api">how the API answers</a>. Publishing a feed? Read
      <a href="/about-fetcher">what our fetcher promises</a>. Running this server? See its
      <a href="/healthz">health</a>.`,
  },
};
