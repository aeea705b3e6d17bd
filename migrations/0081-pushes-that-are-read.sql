-- What hubs sent along with their news, until the stage pushes has read it.
create table hub_pushes (
  id uuid primary key,
  feed_id uuid not null references feeds on delete cascade,
  topic text not null,                     -- as the subscription said when it came
  link text,                               -- its header Link
  content_type text,
  body bytea not null,
  received_at timestamptz not null,
  due_at timestamptz not null,
  attempts int not null default 0
);
create index hub_pushes_due on hub_pushes (due_at);
create index hub_pushes_feed on hub_pushes (feed_id);

alter table hub_pushes enable row level security;
revoke all on hub_pushes from public, anon, authenticated;
create policy worker on hub_pushes to service_role using (true) with check (true);
grant select, insert, update, delete on hub_pushes to service_role;

-- A push that was read needs no fetch, so it excuses none that finds something new.
alter table hub_subscriptions add column announced_at timestamptz; -- the last push that had the feed fetched
update hub_subscriptions set announced_at = pushed_at;
