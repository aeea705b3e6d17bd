import { html } from "../html.ts";

export const homeInEnglish = {
  title: "The news with less spin",
  lede: "Plainwire fetches feeds politely, takes loaded words out of headlines where that is safe, marks the ones that stay, and gives the news back. It runs on its owner’s own machine.",
  example: {
    title: "What it does to a headline",
    came: "As it came",
    original: "SHOCK: Mayor slams outrageous bus plan!",
    read: "As you read it",
    plain: "Mayor criticizes bus plan",
    note: "By word lists alone, without AI. What cannot be changed safely stays. Every item keeps its original title, its link, and the reasons for each change.",
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
