import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

/** Our own registry instead of prom-client's global one: two servers in one test must not share counters. */
export function createMetrics(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}

export type FetchMetrics = ReturnType<typeof createFetchMetrics>;

/** The required metrics come first; the rest helps when fetching is slow. */
export function createFetchMetrics(registry: Registry) {
  const registers = [registry];
  const counter = (name: string, help: string, labelNames: string[] = []) =>
    new Counter({ name, help, labelNames, registers });
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const histogram = (name: string, help: string, buckets: number[]) =>
    new Histogram({ name, help, buckets, registers });
  return {
    queueSize: gauge("feed_queue_size", "Feeds that wait to be taken up; -1 where only the queue's service knows"),
    queued: counter("feed_queue_enqueue_total", "Feeds taken into the queue"),
    processed: counter("feed_queue_processed_total", "Feeds fetched, by success", ["success"]),
    duration: histogram(
      "feed_queue_process_duration_seconds",
      "From the start of a fetch to its result",
      [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    ),
    outcomes: counter(
      "feed_fetch_outcomes_total",
      "Fetches by how they ended (not-modified, same-body, parsed, deferred, or the class of the failure)",
      ["outcome"],
    ),
    wireBytes: counter("feed_fetch_wire_bytes_total", "Bytes received"),
    items: counter("feed_items_total", "Items by what happened to them", ["change"]),
    inFlight: gauge("feed_fetches_in_flight", "Feeds being fetched by this process"),
    leases: gauge("feed_leases_held", "Leases this process keeps alive"),
    leaseAge: gauge("feed_lease_age_seconds", "How long the oldest of them is held"),
    hostWaits: counter("feed_host_waits_total", "Redirects that waited for another host, by how that ended", ["ended"]),
    batchSize: histogram("feed_completion_batch_size", "Feeds saved by one statement", [1, 2, 4, 8, 16, 32, 64]),
    lag: gauge("feed_queue_lag_seconds", "How late the latest feed is whose host is free"),
    stuck: gauge("feed_stuck_feeds", "Feeds queued or being fetched past their lease"),
    recovered: counter("feed_recovered_total", "Feeds put back after a lost lease or message", ["state"]),
    quarantined: counter("feed_buried_total", "Feeds given up because their workers died"),
  };
}
