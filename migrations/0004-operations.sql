-- One row per attempt. Partitioned by day; the worker makes partitions ahead and drops old ones whole.
create table fetch_logs (
  id uuid not null,
  feed_id uuid not null,
  started_at timestamptz not null,
  completed_at timestamptz not null,
  duration_ms integer not null,
  outcome text not null,                   -- not-modified, same-body, parsed, failed, deferred
  status text,                             -- the feed's status after it
  http_status smallint,
  error_class text,
  error text,
  error_detail text,                       -- for the operator only; may name addresses
  request jsonb,                           -- validators sent
  response jsonb,                          -- headers received, url, redirects
  wire_bytes integer,
  decoded_bytes integer,
  created integer not null default 0,
  updated integer not null default 0,
  unchanged integer not null default 0,
  discarded integer not null default 0,
  failed integer not null default 0,
  metadata jsonb                           -- format, charset, signature, errors of single items
) partition by range (started_at);
create table fetch_logs_default partition of fetch_logs default;
create index fetch_logs_feed on fetch_logs (feed_id, started_at desc);

create table dead_letters (
  id uuid primary key,
  kind text not null check (kind in ('fetch', 'analysis')),
  feed_id uuid references feeds on delete cascade,
  item_id uuid references items on delete cascade,
  reason text not null,
  detail jsonb,
  created_at timestamptz not null default now()
);
create index dead_letters_created on dead_letters (created_at desc);

create table worker_heartbeats (
  id uuid primary key,
  host text not null,
  pid integer not null,
  roles text[] not null,
  version text not null,
  started_at timestamptz not null,
  beat_at timestamptz not null,
  in_flight integer not null default 0,
  facts jsonb
);
