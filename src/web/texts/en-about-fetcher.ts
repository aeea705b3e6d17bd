import { dayMs, hourMs } from "../../time.ts";
import type { FetcherManners } from "../about-fetcher-page.ts";
import { type Html, html } from "../html.ts";

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
  <dd>Holds for the pages your feed links to; the feed itself was asked for by a reader.</dd>
</dl>`;

export const aboutFetcherInEnglish = {
  title: "About our fetcher",
  lede: "You publish a feed and found Plainwire in your logs. This is what it does, what it never does, and how you slow it down or stop it.",
  nameTitle: "How you know it",
  name: "It always says who it is, and never poses as a browser:",
  promisesTitle: "What it promises",
  promises,
  controlsTitle: "How you control it",
  controls,
  contactTitle: "How you reach us",
  contact: "The people who run this server are at",
};

function promises(manners: FetcherManners): Html {
  return html`<ul>
    <li><strong>Once for everyone.</strong> However many people here read your feed, it is fetched once.</li>
    <li>
      <strong>Not before its time.</strong> It comes back after ${inWords(manners.usualIntervalMs)} at first, and up to
      ${inWords(manners.intervalMaxMs)} later while nothing changes. Sooner only where your server allows it, and never
      within ${inWords(manners.intervalMinMs)}.
    </li>
    <li>
      <strong>Only what is new.</strong> Your <code>ETag</code> and <code>Last-Modified</code> come back to you byte for
      byte; an unchanged feed costs you one <code>304</code>.
    </li>
    <li>
      <strong>One at a time.</strong> One request to a host at
      once${manners.hostPauseMs > 0 && `, then ${inWords(manners.hostPauseMs)} of rest`}, and at most
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
  { name: "minute", ms: 60_000 },
  { name: "second", ms: 1_000 },
];

/** In the largest unit that divides evenly: 3,600,000 is "1 hour", 5,400,000 is "90 minutes". */
function inWords(durationMs: number): string {
  const unit = units.find(({ ms }) => durationMs >= ms && durationMs % ms === 0) ?? { name: "second", ms: 1_000 };
  const count = durationMs / unit.ms;
  return `${count} ${unit.name}${count === 1 ? "" : "s"}`;
}
