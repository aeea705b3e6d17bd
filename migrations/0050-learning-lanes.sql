-- What a lane remembers of its host. After a refusal (429, 503) the pause between two requests is `slow_ms`, halved for every day
-- since `refused_at`. `day` (days since 1970, UTC) and `day_requests` count against the most requests that a host gets in a day.
-- The other four are for the operator: all that was asked since this is counted, and how much of it came before the time
-- that the server had asked for.
alter table lanes
  add column slow_ms integer check (slow_ms > 0),
  add column refused_at timestamptz,
  add column day integer not null default 0,
  add column day_requests integer not null default 0,
  add column requests bigint not null default 0,
  add column not_modified bigint not null default 0,
  add column received_bytes bigint not null default 0,
  add column early bigint not null default 0;

-- When the feed's clean feed was last asked for, to the day. A feed from before this is kept counts as asked for just now.
-- push_until: until then a hub tells us of new items.
alter table feeds
  add column last_asked_at timestamptz not null default now(),
  add column push_until timestamptz;
