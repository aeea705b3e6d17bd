-- A feed is fetched once, for everyone; a person's list is subscriptions (0005).
create table feeds (
  id uuid primary key,
  url text not null check (octet_length(url) between 8 and 2048),
  owner_id uuid references accounts.users on delete cascade, -- set: a person's own feed with credentials, never shared
  name text check (length(name) <= 255),
  root_domain text,
  published boolean not null default false,
  enabled boolean not null default false,
  polling boolean not null default false,
  adaptive boolean not null default true,
  interval_minutes real not null default 60 check (interval_minutes between 1 and 100000),
  failure_policy text not null default 'backoff' check (failure_policy in ('backoff', 'one_strike')),
  enforce_feed_domain boolean not null default true,
  full_text boolean not null default true,
  analyzer text,
  prompt text check (length(prompt) <= 10000),
  cache_scope text not null default 'feed' check (cache_scope in ('feed', 'global', 'off')),
  headers bytea,                           -- encrypted with SECRET_KEY

  -- What the last documents said of the feed itself.
  title text,
  site_url text,
  description text,
  language text,
  icon_url text,
  hints jsonb,                             -- freshness, ttl, update period, skipped hours and days
  discovered jsonb,                        -- feeds found on a page a person took for a feed

  -- Validators belong to the URL that gave them; verbatim, never parsed.
  etag text,
  last_modified text,
  validators_url text,
  body_hash bytea,
  entries_digest bytea,
  seen bytea,                              -- 8 bytes identity + 8 bytes content per entry of the last document

  last_fetch_status text check (last_fetch_status in ('success', 'temporary_error', 'permanent_error', 'unauthorized')),
  last_fetch_error text,
  last_fetched_at timestamptz,
  last_success_at timestamptz,
  retry_count integer not null default 0,
  failure_class text,
  class_failures integer not null default 0,
  circuit_opened_at timestamptz,
  circuit_until timestamptz,
  probes integer not null default 0,
  suspended boolean not null default false,
  not_before timestamptz,                  -- the server's Retry-After: nobody may ask earlier, not even a person

  merged_into uuid references feeds on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
) with (fillfactor = 70);
-- None of these columns changes with a fetch, so that a fetch's update of the row stays HOT.
create unique index feeds_url on feeds (url) where owner_id is null and deleted_at is null;
create unique index feeds_owner_url on feeds (owner_id, url) where owner_id is not null and deleted_at is null;
create index feeds_root_domain on feeds (root_domain) where root_domain is not null;
create index feeds_deleted on feeds (deleted_at) where deleted_at is not null;

create table feed_aliases (
  url text primary key,
  feed_id uuid not null references feeds on delete cascade,
  created_at timestamptz not null default now()
);
create index feed_aliases_feed on feed_aliases (feed_id);

-- Narrow and half empty: a lease and its release rewrite the row in place (notes/storage.md §2).
create table feed_schedules (
  feed_id uuid primary key references feeds on delete cascade,
  host text collate "C" not null,          -- the lane: registrable-domain/number
  runnable boolean not null default false, -- enabled, not deleted, not suspended
  next_run_at timestamptz,                 -- null: not scheduled
  fetch_status text not null default 'IDLE' check (fetch_status in ('IDLE', 'QUEUED', 'FETCHING')),
  queued_at timestamptz,
  fetch_started_at timestamptz,
  locked_until timestamptz,
  lease_id uuid,
  again_at timestamptz,                    -- somebody asked for it while it ran: due again then
  lost_leases smallint not null default 0, -- in a row: three bury the feed in dead_letters
  why_next jsonb
) with (fillfactor = 50, autovacuum_vacuum_threshold = 20000, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_cost_delay = 0);
create index feed_schedules_due on feed_schedules (host, next_run_at) where runnable;
-- Few rows at a time, so the recovery never scans a million.
create index feed_schedules_held on feed_schedules (locked_until) where lease_id is not null;

-- The queue itself: which lane may be asked next, over all processes (notes/claim.md).
create table hosts (
  key text collate "C" primary key,
  ready_at timestamptz not null default 'infinity', -- something is due and it is allowed
  free_at timestamptz not null default '-infinity', -- nobody may ask earlier
  asked_at timestamptz not null default 'infinity', -- earliest due time written while the lane was held
  lease_id uuid,
  feed_id uuid,
  reason text,                             -- why free_at lies ahead, where a server asked for it
  delay real                               -- seconds, in place of FETCHER_DOMAIN_DELAY
) with (fillfactor = 50, autovacuum_vacuum_threshold = 20000, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_cost_delay = 0);
create index hosts_ready on hosts (ready_at);

create table robots (
  origin text primary key,
  body text,                               -- null: there is none, all is allowed
  fetched_at timestamptz not null,
  expires_at timestamptz not null
);
