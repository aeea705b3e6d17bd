import { dayMs, hourMs, minuteMs } from "../../time.ts";
import { type Html, html } from "../kit/html.ts";

export const homeInEnglish = {
  toToday: "Open Today",
  title: "The news with less spin",
  lede: "Plainwire fetches feeds politely, takes loaded words out of headlines where that is safe, marks the ones that stay, and gives the news back. It runs on your own server.",
  example: {
    title: "What it does to a headline",
    came: "As it came",
    original: "SHOCK: Mayor slams outrageous bus plan!",
    read: "As you read it",
    plain: "Mayor criticizes bus plan",
    note: "Offline, without an AI service. What cannot be changed safely stays. Every item keeps its original title, its link, and the reason for each change.",
  },
  ways: {
    title: "Three ways to read it",
    list: [
      { name: "Clean RSS", note: "Every feed with plain titles, for the reader you already use." },
      { name: "A JSON API", note: "Plain titles and framing scores, for a browser extension or your own program." },
      { name: "A daily brief", note: "What happened since yesterday, with a reference for every claim." },
    ],
    more: html`Writing a program? Read <a href="/docs/api">how the API answers</a>. Publishing a feed? Read
      <a href="/about-fetcher">what our fetcher promises</a>. Running this server? See its
      <a href="/healthz">health</a>.`,
  },
};

/** The settings a publisher may want to know; they are this server's real ones. */
export type FetcherManners = {
  userAgent: string;
  contactUrl: string | null;
  usualIntervalMs: number;
  intervalMinMs: number;
  intervalMaxMs: number;
  hostPauseMs: number;
  domainRequestsMax: number;
  redirectsMax: number;
};

const controls = html`<dl class="terms">
  <dt><code>Cache-Control: max-age</code>, <code>Expires</code>, <code>&lt;ttl&gt;</code></dt>
  <dd>Not before that time, up to a day.</dd>
  <dt><code>&lt;skipHours&gt;</code>, <code>&lt;skipDays&gt;</code></dt>
  <dd>Not in those hours or on those days.</dd>
  <dt><code>429</code> or <code>503</code> with <code>Retry-After</code></dt>
  <dd>No request to your host until then, up to seven days.</dd>
  <dt><code>410</code>, <code>401</code> or <code>403</code></dt>
  <dd>It stops.</dd>
  <dt><code>404</code></dt>
  <dd>It stops. A feed that used to work is tried three more times, after 1, 3 and 7 days.</dd>
  <dt><code>robots.txt</code></dt>
  <dd>Respected for the pages your feed links to. The feed itself is fetched because a reader asked for it.</dd>
</dl>`;

export const aboutFetcherInEnglish = {
  title: "About our fetcher",
  lede: "You publish a feed and found Plainwire in your logs. Here is what it does, what it never does, and how to slow it down or stop it.",
  nameTitle: "How to recognise it",
  name: "It always says who it is and never pretends to be a browser:",
  promisesTitle: "What it promises",
  promises,
  controlsTitle: "How to control it",
  controls,
  contactTitle: "How to reach us",
  contact: "Contact the people who run this server at",
};

function promises(manners: FetcherManners): Html {
  return html`<ul>
    <li><strong>Once for everyone.</strong> However many people here read your feed, it is fetched once.</li>
    <li>
      <strong>Not too often.</strong> It comes back after ${inWords(manners.usualIntervalMs)} at the earliest, and after
      up to ${inWords(manners.intervalMaxMs)} where little is published. Sooner only where your server allows it, and
      never within ${inWords(manners.intervalMinMs)}.
    </li>
    <li>
      <strong>Only what is new.</strong> Your <code>ETag</code> and <code>Last-Modified</code> come back to you byte for
      byte; an unchanged feed costs you one <code>304</code>.
    </li>
    <li>
      <strong>One at a time.</strong> One request to a host at
      once${manners.hostPauseMs > 0 && `, then a pause of ${inWords(manners.hostPauseMs)}`}, and at most
      ${manners.domainRequestsMax} at once to all hosts of one domain.
    </li>
    <li>
      <strong>Patient with failures.</strong> After an error it waits longer each time, from five minutes to a day. A
      restart of this server causes no early request.
    </li>
    <li>
      <strong>Follows a move.</strong> A permanent redirect is remembered, at most ${manners.redirectsMax} redirects are
      followed.
    </li>
    <li><strong>Nothing else.</strong> Only <code>GET</code>; no cookies, no referrer, no query of its own.</li>
  </ul>`;
}

const units = [
  { name: "day", ms: dayMs },
  { name: "hour", ms: hourMs },
  { name: "minute", ms: minuteMs },
  { name: "second", ms: 1_000 },
];

/** In the largest unit that divides evenly: 3,600,000 is "1 hour", 5,400,000 is "90 minutes". */
function inWords(durationMs: number): string {
  const unit = units.find(({ ms }) => durationMs >= ms && durationMs % ms === 0) ?? { name: "second", ms: 1_000 };
  const count = durationMs / unit.ms;
  return `${count} ${unit.name}${count === 1 ? "" : "s"}`;
}
