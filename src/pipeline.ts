import { createInstallationWatch } from "./alerts/watch-installation.ts";
import { analyseItems } from "./analysis/analyse-items.ts";
import { readOldReadings } from "./analysis/read-again.ts";
import { indexItems } from "./analysis/stories/index-items.ts";
import { createStoryMemory } from "./analysis/stories/story-memory.ts";
import { createUpgrading, readPages } from "./analysis/improve-items.ts";
import {
  backupWorkOf,
  briefMailPartsOf,
  deliverPartsOf,
  dueBriefPartsOf,
  feedNotePartsOf,
  type Parts,
} from "./assemble.ts";
import { cleaningStages } from "./cleaning-stages.ts";
import { mailStages } from "./assemble-newsletters.ts";
import { hubWorkOf, pushStage } from "./assemble-websub.ts";
import type { AnalysisParts, WorkerParts } from "./assemble-worker.ts";
import { fetchDueIcons } from "./media/fetch-due-icons.ts";
import { deliverBriefs } from "./briefs/send-brief-mails.ts";
import { createDelivering } from "./webhooks/deliver.ts";
import { deliveriesChannel } from "./webhooks/webhook-store.ts";
import { sendFeedNotes } from "./feed-notes/send-feed-notes.ts";
import { dueChannel } from "./schedule/change-schedule-store.ts";
import type { Stage } from "./run-stage.ts";
import { readHealth } from "./schedule/read-health.ts";
import { reportSqsDeadLetters } from "./fetching/queue/create-fetch-queue.ts";
import { recoverLeases } from "./workers/release-workers.ts";
import { sampleWorker } from "./workers/heartbeat.ts";
import { minuteMs } from "./time.ts";

/**
 * READ FIRST. Everything that a worker does, as a table; run-stage.ts is the one loop that runs any row of it.
 *
 *     due feed → fetch (reads new items) → clean feeds, built by web/ when somebody asks
 *                  ├→ analyse (edited items) ┤
 *                  ├→ page → upgrade ────────┤→ translate
 *                  └→ index
 *     an older version's reading → read-again → index; a mail for a newsletter → mails → upgrade, translate, index
 *     what a hub sent along → pushes → as after fetch
 *
 * A stage never calls the next. What is left to do is a row in a table; `wakes` only makes it fast. A crash in between
 * loses a wake-up and not the work: the next look (`everyMs`) finds it.
 *
 * Who fills the tables that stages look at:
 *   lanes            every change of a schedule (fetch saved, feed added, "fetch now") also says when the lane is ready
 *   items            fetch saves new ones with their first analysis, and edited ones with analysis_status 'pending'
 *   stale_feeds      (the next who asks builds the clean feed) saving an item or an analysis, changing a feed; trigger mark_first_fetch on feeds
 *   stale_items      triggers mark_new and mark_stale on items and on subscriptions
 *   feed_icons       the stage icons itself: a feed without a row is due; feed_notes likewise: a breakage without a row
 *   hub_pushes       hubs that send new items along (web/websub-routes.ts)
 *   hub_subscriptions, hub_requests  a fetch that finds a hub; hubs and programs that call (web/websub-routes.ts)
 *   hub_listeners    (marks of personal feeds) triggers mark_listeners_… on item_index, mark_own_listeners on filters and subscriptions
 *   incoming_mails   what came by LMTP, POST /mail/in or from a mailbox (newsletters/take-mail.ts)
 *   deliveries       triggers send_new on item_index, send_starred on item_states, send_briefs on summaries; "Send to …"
 *
 * NOTIFY channels:
 *   plainwire_due         a lane may be ready: the SQL function tell_lanes, notifyDue → fetch, offer
 *   plainwire_published   a clean feed is out of date: triggers tell_of_stale on stale_feeds, tell_readers_… on feeds,
 *                         tell_readers on feed_aliases
 *   plainwire_fetched     trigger tell_of_fetch on feeds
 *   plainwire_subscribed  trigger tell_of_subscription on subscriptions
 *   plainwire_deliveries  something is to be sent: the triggers above, and a person who presses "Send to …" → deliver
 *   plainwire_mails       a mail came for a newsletter → mails
 *   plainwire_pushes      a hub sent something along → pushes
 * The web process listens to published, fetched and subscribed (assemble-web.ts): it drops its copies of feeds and tells open pages.
 */
export function stages(parts: Parts, worker: WorkerParts): Stage[] {
  return [
    ...fetchStages(parts, worker),
    ...mailStages(parts),
    pushStage(parts, afterSaving),
    ...analysisStages(parts, worker.analysis),
    readAgainStage(parts, worker.analysis),
    ...readerStages(parts, worker),
    ...sendingStages(parts),
    ...iconStages(parts, worker),
    ...upkeepStages(parts, worker),
    ...cleaningStages(parts),
    alertStage(parts),
  ];
}

/** A fetch, and a push that is read, analyses new items before it saves them. Edited ones wait for analyse. */
const afterSaving = ["analyse", "page", "upgrade", "translate", "index"];

/** From the schedule to saved items. */
function fetchStages({ config }: Parts, { fetching, offering }: WorkerParts): Stage[] {
  return [
    {
      name: "fetch",
      takes: "lanes that are ready; its jobs keep running after the stage returns",
      wokenBy: [dueChannel, "recover"],
      everyMs: config.fetcherIntervalMs,
      retryMs: 1_000,
      // Every job that ends makes room.
      debounceMs: 20,
      run: async (turn) => {
        const itemsSaved = () => afterSaving.forEach(turn.wake);
        const jobEnded = () => turn.wake("offer");
        return { againInMs: await fetching.look({ ...turn, itemsSaved, jobEnded }) };
      },
      drain: fetching.drain,
      wakes: [...afterSaving, "offer"],
    },
    {
      name: "offer",
      takes: "due feeds, for the queue of QUEUE=memory or sqs to carry to fetch; sums up each cycle in the log",
      wokenBy: [dueChannel, "fetch", "recover"],
      everyMs: config.fetcherIntervalMs,
      debounceMs: 50,
      run: async () => ({ againInMs: await offering.look() }),
      wakes: [],
    },
  ];
}

const looking = { everyMs: 10_000, retryMs: 1_000 };

/** From saved items to analysed ones. A command runs these rows, too: `plainwire analyse`. */
export function analysisStages(parts: Parts, analysis: AnalysisParts): Stage[] {
  const { config, log, models } = parts;
  const { scope, newLeaseId, downloadPage, untilLost } = analysis;
  const { analysisMaxAgeDays: ageDaysMax, aiConcurrency: count } = config;
  const claiming = { ...stored(parts), newLeaseId, scope };
  const upgrade = createUpgrading({ ...claiming, log, models, ageDaysMax });
  return [
    {
      name: "analyse",
      takes: "edited items, and new ones that the fetch could not read: offline, at once",
      wokenBy: ["fetch", "pushes"],
      ...looking,
      run: async () => {
        const hasModel = (await models.current()).modelFor !== null;
        return analyseItems({ ...claiming, limits: { hasModel, ageDaysMax } });
      },
      wakes: ["page", "upgrade", "translate", "index"],
    },
    {
      name: "page",
      takes: "items whose web page is to be read",
      wokenBy: ["fetch", "pushes", "analyse"],
      ...looking,
      run: ({ signal }) => readPages({ ...claiming, count, downloadPage }, untilLost(signal)),
      wakes: ["upgrade", "translate", "index"],
    },
    {
      name: "upgrade",
      takes: "items that a model is to read, after their page; none without a model",
      wokenBy: ["fetch", "mails", "pushes", "analyse", "page"],
      ...looking,
      run: ({ signal }) => upgrade(untilLost(signal)),
      wakes: ["translate", "index"],
    },
  ];
}

/** After an upgrade of the offline analyzer. The slowest of all: a command does not run it, and it wakes nobody in vain. */
function readAgainStage(parts: Parts, { newLeaseId }: AnalysisParts): Stage {
  const { analysisMaxAgeDays: ageDaysMax } = parts.config;
  return {
    name: "read-again",
    takes: "recent items that an older version of the offline analyzer read, while no new item waits",
    wokenBy: [],
    everyMs: 10_000,
    run: () => readOldReadings({ ...stored(parts), newLeaseId, ageDaysMax }),
    wakes: ["index"],
  };
}

/** From analysed items to what people read. */
function readerStages(parts: Parts, { analysis }: WorkerParts): Stage[] {
  const memory = createStoryMemory();
  const briefMails = briefMailPartsOf(parts);
  const dueBriefs = dueBriefPartsOf(parts, briefMails !== null);
  return [
    {
      name: "index",
      takes: "stale_items: items whose place in search, stories and people's lists is out of date",
      wokenBy: ["fetch", "mails", "pushes", "analyse", "page", "upgrade", "read-again"],
      ...looking,
      run: () => indexItems({ ...stored(parts), memory }),
      wakes: [],
    },
    {
      name: "translate",
      takes: "titles and summaries in other languages, for people who chose that; none without a model",
      wokenBy: ["fetch", "mails", "pushes", "analyse", "page", "upgrade"],
      ...looking,
      run: ({ signal }) => analysis.translate(analysis.untilLost(signal)),
      wakes: [],
    },
    {
      name: "briefs",
      takes: "people whose time for a brief has come, and the mails of briefs that are written",
      wokenBy: [],
      everyMs: 15_000,
      retryMs: 1_000,
      run: ({ signal }) => deliverBriefs(dueBriefs, briefMails, signal),
      wakes: [],
    },
  ];
}

/** What leaves by HTTP and by mail; no mails without SMTP_URL, and no hubs where they cannot call us. */
function sendingStages(parts: Parts): Stage[] {
  const [deliver, notes, ask] = [createDelivering(deliverPartsOf(parts)), feedNotePartsOf(parts), hubWorkOf(parts)];
  const due = "deliveries that are due, for people's webhooks and the services they keep pages in";
  const broken = "feeds that have been broken for a week, for mails to their readers";
  const run: Stage["run"] = ({ signal, again }) => deliver.look(signal, again);
  const { drain } = deliver;
  const rows: Stage[] = [
    { name: "deliver", takes: due, wokenBy: [deliveriesChannel], ...looking, run, drain, wakes: [] },
  ];
  const hubs = { name: "hubs", takes: "hubs to be asked for news, and who listens to our feeds" };
  if (ask) rows.push({ ...hubs, wokenBy: [], everyMs: 10_000, run: ({ signal }) => ask(signal), wakes: [] });
  if (notes === null) return rows;
  const note = () => sendFeedNotes(notes);
  return [...rows, { name: "feed-notes", takes: broken, wokenBy: [], everyMs: 15 * minuteMs, run: note, wakes: [] }];
}

/** None with MEDIA_PROXY=false. */
function iconStages({ config }: Parts, { icons, analysis }: WorkerParts): Stage[] {
  const takes = "feeds whose icon was not looked for within a week";
  const run: Stage["run"] = ({ signal }) => fetchDueIcons(icons, analysis.untilLost(signal));
  return config.mediaProxy ? [{ name: "icons", takes, wokenBy: [], everyMs: 5 * minuteMs, run, wakes: [] }] : [];
}

/** What keeps the schedule right while workers come and go. */
function upkeepStages({ config, log, db, clock }: Parts, { jobs, heartbeat, sampled }: WorkerParts): Stage[] {
  const { leaseMs, sqsDeadLetterUrl, awsEndpointUrl } = config;
  const recovering = { wokenBy: [], everyMs: 5 * minuteMs };
  const rows: Stage[] = [
    {
      name: "heartbeat",
      takes: "writes this worker's heartbeat; releases the leases of dead workers",
      wokenBy: [],
      everyMs: heartbeat.everyMs,
      // It must run before the first claim, so that others know who owns a lease, and stop last, so that this process is not
      // considered dead.
      first: true,
      run: heartbeat.look,
      drain: heartbeat.end,
      wakes: [],
    },
    {
      name: "recover",
      takes: "leases that have ended",
      ...recovering,
      run: () => recoverLeases({ pool: db.worker, leaseMs, observe: jobs.observe }, clock.now()),
      wakes: ["fetch", "offer"],
    },
    {
      name: "sample",
      takes: "values that must be polled: gauges, and facts for the heartbeat",
      wokenBy: [],
      everyMs: 10_000,
      run: () => sampleWorker(sampled, clock.now()),
      wakes: [],
    },
  ];
  if (config.queue !== "sqs" || sqsDeadLetterUrl === null) return rows;
  const report = () => reportSqsDeadLetters(sqsDeadLetterUrl, awsEndpointUrl, log);
  const takes = "messages that SQS gave up, for the log";
  return [...rows, { name: "dead-letters", takes, ...recovering, run: report, wakes: [] }];
}

/** Runs even with FEED_INGESTION_ENABLED=false. */
export function alertStage(parts: Parts): Stage {
  const { config, log, metrics, db, clock, trusted, publicOrigin } = parts;
  const health = () => readHealth(db.worker, clock.now());
  const watch = createInstallationWatch({
    ...stored(parts),
    log,
    metrics,
    trusted,
    publicOrigin,
    settings: config,
    readHealth: health,
    findBackupProblem: backupWorkOf(parts)?.findProblem ?? null,
  });
  const takes = "what is wrong with the installation, for the operator";
  return { name: "alerts", takes, wokenBy: [], everyMs: 30_000, run: watch.look, wakes: [] };
}

function stored({ db, clock }: Parts) {
  return { pool: db.worker, now: clock.now };
}
