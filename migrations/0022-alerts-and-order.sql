-- Names as people count: "Feed 2" before "Feed 10". A server built without ICU sorts by bytes, as before.
do $$
begin
  create collation natural_order (provider = icu, locale = 'und-u-kn-true');
exception when others then
  create collation natural_order from "C";
end $$;

-- A published feed is served from its first fetch on, even when nothing was in it. Items mark their feed as stale; this
-- marks the feed that has none.
create function mark_first_fetch() returns trigger language plpgsql as $$
begin
  insert into public.stale_feeds (feed_id, since) values (new.id, clock_timestamp()) on conflict do nothing;
  return null;
end $$;
revoke execute on function mark_first_fetch() from public;
create trigger mark_first_fetch after update of last_success_at on feeds
  for each row when (old.last_success_at is null and new.last_success_at is not null and new.published)
  execute function mark_first_fetch();
delete from cached_feeds c using feeds f
where f.id = c.id and f.last_success_at is null and not exists (select from items i where i.feed_id = f.id);
insert into stale_feeds (feed_id, since)
select id, now() from feeds f where published and deleted_at is null and last_success_at is not null
  and not exists (select from cached_feeds c where c.id = f.id)
on conflict do nothing;

-- The report of an import, written while it goes on, so that its page can be reloaded and asked of any process.
create table feed_imports (
  id uuid primary key,
  user_id uuid not null references accounts.users on delete cascade,
  created_at timestamptz not null,
  updated_at timestamptz not null,         -- moves with every step; one that stands still has ended with its process
  state text not null check (state in ('running', 'done', 'broken')),
  report jsonb not null                    -- src/feeds/import-store.ts
);
create index feed_imports_user on feed_imports (user_id, created_at);

-- What the operator is to know of. One row for each kind of alert that was ever seen.
create table alerts (
  kind text primary key,
  sentence text not null,
  found_at timestamptz,                    -- since when it is seen without a break; null: it is not seen
  missed_at timestamptz,                   -- since when it is not seen; null: it is seen
  raised_at timestamptz,                   -- null: all is well
  told_at timestamptz,                     -- when a message about it last went out
  owes_clear boolean not null default false -- a message said it was raised, none yet that it is over
);

alter table feed_imports enable row level security;
alter table alerts enable row level security;
revoke all on feed_imports, alerts from public, anon, authenticated;
create policy worker on feed_imports to service_role using (true) with check (true);
create policy worker on alerts to service_role using (true) with check (true);
create policy own on feed_imports to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
grant select, insert, update, delete on feed_imports, alerts to service_role;
grant select, insert, update, delete on feed_imports to authenticated;
