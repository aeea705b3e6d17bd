-- The icon of a feed's site, looked for once a week. A row without bytes: none was found, or nobody has looked yet.
create table feed_icons (
  feed_id uuid primary key references feeds on delete cascade,
  due_at timestamptz not null,             -- when to look again
  name text,                               -- in its address: a keyed hash of the bytes (src/media/icon-store.ts)
  type text,
  bytes bytea,
  check ((name is null) = (bytes is null) and (type is null) = (bytes is null)),
  check (octet_length(bytes) <= 262144)
);
create index feed_icons_due on feed_icons (due_at);
create index feed_icons_name on feed_icons (name) where name is not null;

alter table feed_icons enable row level security;
revoke all on feed_icons from public, anon, authenticated;
create policy worker on feed_icons to service_role using (true) with check (true);
create policy subscribed on feed_icons for select to authenticated
  using (feed_id = any(array(select feed_id from subscriptions)));
grant select, insert, update, delete on feed_icons to service_role;
grant select (feed_id, name) on feed_icons to authenticated;
