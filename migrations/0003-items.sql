create table items (
  id uuid primary key,
  feed_id uuid not null references feeds on delete cascade,
  hash text collate "C" not null check (length(hash) = 64), -- sha256 of the normalised url, else of the guid
  guid text,
  guid_key bigint,                         -- first 8 bytes of sha256(guid): guids are too long to index
  url text,
  title text not null default '',
  author text,
  content text not null,                   -- as the feed gave it, never rendered
  content_base text,                       -- what relative links in it are resolved against
  summary text,                            -- the feed's short text, where it gives both
  categories text[] not null default '{}',
  enclosures jsonb,
  language text,
  pub_date timestamptz not null,
  first_seen_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  fingerprint bytea not null,              -- of title and content: differs means edited

  clean_html text,                         -- sanitised, made by the analysis stage
  text text,                               -- plain text that was analysed
  input_kind text check (input_kind in ('page', 'content', 'description', 'title')),
  input_hash bytea,
  analysis_status text not null default 'pending' check (analysis_status in ('pending', 'done', 'failed', 'skipped')),
  analyzer_result jsonb,
  rating real,                             -- overall score, 0 is a score
  analyzed_at timestamptz,
  attempts smallint not null default 0,
  upgrade_at timestamptz,                  -- when page text or a model is to be tried (again)
  analysis_lease uuid,
  analysis_locked_until timestamptz,
  analysis_error text
) with (fillfactor = 90);
-- pglz was half the cost of an insert (notes/storage.md §3); disk is cheaper.
alter table items alter column content set storage external;
alter table items alter column text set storage external;
alter table items alter column clean_html set storage external;

create unique index idx_feed_id_hash on items (feed_id, hash);
create index items_guid on items (feed_id, guid_key) where guid_key is not null;
create index items_hash on items (hash);
create index items_feed_date on items (feed_id, pub_date desc);
create index items_pub_date on items (pub_date desc);
create index items_pending on items (first_seen_at) where analysis_status = 'pending';
create index items_upgrade on items (upgrade_at) where upgrade_at is not null;
create index items_input on items (input_hash) where input_hash is not null;

-- What an item said before its publisher changed it.
create table item_versions (
  item_id uuid not null references items on delete cascade,
  version integer not null,
  title text not null,
  content text not null,
  analyzer_result jsonb,
  rating real,
  seen_until timestamptz not null,
  primary key (item_id, version)
);
alter table item_versions alter column content set storage external;

create table cached_feeds (
  id uuid primary key references feeds on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  xml_header text not null,
  item_refs text[] not null default '{}',
  xml_content text,
  gzip bytea,
  etag text
);
-- xml_content compresses well and is read rarely; gzip is compressed already and is read whole.
alter table cached_feeds alter column gzip set storage external;

-- A row per feed whose XML no longer matches its items. Apart from cached_feeds, so that marking never rewrites the XML.
create table stale_feeds (
  feed_id uuid primary key references feeds on delete cascade,
  since timestamptz not null default now(),
  locked_until timestamptz,
  lease_id uuid
);
create index stale_feeds_since on stale_feeds (since);

create table ai_spend (
  day date not null,
  feed_id uuid,                            -- no foreign key: what was spent stays spent when the feed goes
  purpose text not null check (purpose in ('analysis', 'digest')),
  model text not null,
  calls integer not null default 0,
  prompt_tokens bigint not null default 0,
  completion_tokens bigint not null default 0,
  cost_usd numeric(12, 6) not null default 0,
  reserved_usd numeric(12, 6) not null default 0,
  unique nulls not distinct (day, feed_id, purpose, model)
);
