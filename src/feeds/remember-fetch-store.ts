// If a person changed the feed's address or domain rule during the fetch, the items were chosen by the old rule. Then we forget
// the validators, so that the next fetch sees the whole document.
const asClaimed =
  "f.url = m.url and f.enforce_feed_domain = m.enforce_feed_domain and f.root_domain is not distinct from m.root_domain";

/** In SQL: the step of a completion that remembers a fetch in its feed's row. `mine` are the completed fetches. */
export const rememberFetchSql = `
remembered as (
  update feeds f set
    last_fetched_at = m.completed_at,
    last_fetch_status = coalesce(m.status, f.last_fetch_status),
    last_fetch_error = case when m.status is null then f.last_fetch_error else m.error end,
    -- If the interval was set to another value during the fetch, the feed starts from that value.
    suspended = m.suspended, interval_minutes = case
      when f.adaptive and f.own_interval_minutes is not distinct from m.own_interval_minutes then m.interval_minutes end,
    retry_count = m.retry_count, failure_class = m.failure_class, class_failures = m.class_failures,
    circuit_opened_at = m.circuit_opened_at, circuit_until = m.circuit_until, probes = m.probes,
    last_success_at = m.last_success_at, not_before = m.not_before, hints = m.hints,
    validators_url = case when ${asClaimed} then coalesce(m.validators_url, f.validators_url) end,
    etag = case when ${asClaimed} then case when m.validators_url is null then f.etag else m.etag end end,
    last_modified = case when ${asClaimed} then
      case when m.validators_url is null then f.last_modified else m.last_modified end end,
    body_hash = case when ${asClaimed} then coalesce(m.body_hash, f.body_hash) end,
    seen = case when ${asClaimed} then coalesce(m.seen, f.seen) end,
    entries_digest = coalesce(m.entries_digest, f.entries_digest),
    title = case when m.seen is null then f.title else m.title end,
    site_url = case when m.seen is null then f.site_url else m.site_url end,
    description = case when m.seen is null then f.description else m.description end,
    language = case when m.seen is null then f.language else m.language end,
    icon_url = case when m.seen is null then f.icon_url else m.icon_url end,
    discovered = case when m.status is null then f.discovered else m.discovered end
  from mine m where f.id = m.feed_id
)`;
