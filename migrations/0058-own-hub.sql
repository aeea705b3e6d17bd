-- Our own hub: programs that want to be told when a clean feed changes (WebSub).
-- What was asked and is not verified yet. A newer request for the same topic and callback replaces the older one.
create table hub_requests (
  id uuid primary key,
  feed_id uuid not null references feeds on delete cascade,
  topic text not null check (octet_length(topic) <= 8192),
  callback text not null check (octet_length(callback) <= 2048),
  host text not null,
  mode text not null check (mode in ('subscribe', 'unsubscribe')),
  secret bytea,                            -- sealed
  lease_seconds int not null,
  due_at timestamptz not null,
  created_at timestamptz not null
);
create unique index hub_requests_one on hub_requests (md5(topic), md5(callback));
create index hub_requests_due on hub_requests (due_at);

-- Who listens, verified.
create table hub_listeners (
  id uuid primary key,
  feed_id uuid not null references feeds on delete cascade,
  topic text not null,
  callback text not null,
  host text not null,
  secret bytea,                            -- sealed
  lease_until timestamptz not null,
  sent_etag text,                          -- cached_feeds.etag of what they have
  due_at timestamptz not null,             -- when something new may be sent, or sent again
  attempts int not null default 0,
  created_at timestamptz not null
);
create unique index hub_listeners_one on hub_listeners (md5(topic), md5(callback));
create index hub_listeners_feed on hub_listeners (feed_id);
create index hub_listeners_host on hub_listeners (host);

alter table hub_requests enable row level security;
alter table hub_listeners enable row level security;
revoke all on hub_requests, hub_listeners from public, anon, authenticated;
create policy worker on hub_requests to service_role using (true) with check (true);
create policy worker on hub_listeners to service_role using (true) with check (true);
grant select, insert, update, delete on hub_requests, hub_listeners to service_role;
