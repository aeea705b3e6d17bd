create table subscriptions (
  id uuid primary key,
  user_id uuid not null references accounts.users on delete cascade,
  feed_id uuid not null references feeds on delete cascade,
  name text not null check (length(name) between 1 and 255),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, feed_id)
);
create index subscriptions_feed on subscriptions (feed_id);

create table item_states (
  user_id uuid not null references accounts.users on delete cascade,
  item_id uuid not null references items on delete cascade,
  read_at timestamptz,
  starred_at timestamptz,
  hidden_at timestamptz,
  primary key (user_id, item_id)
);
create index item_states_item on item_states (item_id);
create index item_states_starred on item_states (user_id, starred_at desc) where starred_at is not null;

create table summaries (
  id uuid primary key,
  user_id uuid not null references accounts.users on delete cascade,
  content text not null,
  item_refs uuid[] not null default '{}',  -- in the order of the numbers in the text
  item_count integer not null,
  written_by text not null,                -- model, or 'extract'
  created_at timestamptz not null default now()
);
create index summaries_user on summaries (user_id, created_at desc);

create table summary_runs (                -- at most one brief is being written per person
  user_id uuid primary key references accounts.users on delete cascade,
  started_at timestamptz not null,
  locked_until timestamptz not null
);

create table events (
  id uuid primary key,
  user_id uuid references accounts.users on delete set null,
  event_type text not null,
  metadata jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create index events_created on events (created_at);

create table personal_feeds (
  id uuid primary key,
  user_id uuid not null references accounts.users on delete cascade,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  name text not null check (length(name) between 1 and 255),
  settings jsonb not null default '{}',
  created_at timestamptz not null default now(),
  last_read_at timestamptz
);
create index personal_feeds_user on personal_feeds (user_id);

create table filters (
  id uuid primary key,
  user_id uuid not null references accounts.users on delete cascade,
  name text not null check (length(name) between 1 and 255),
  rule jsonb not null,
  action text not null check (action in ('hide', 'read', 'star')),
  position integer not null default 0,
  created_at timestamptz not null default now()
);
create index filters_user on filters (user_id, position);
