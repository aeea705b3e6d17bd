-- How many items each feed has, and when the newest came. Apps ask for a person's counts with every visit: counting 100,000 items
-- took more than everything else in the answer. Triggers keep it, so that no way to add or delete items can forget it.
create table item_counts (
  feed_id uuid primary key references feeds on delete cascade,
  items integer not null,
  newest_at timestamptz not null
) with (fillfactor = 70);
alter table item_counts enable row level security;
create policy worker on item_counts to service_role using (true) with check (true);
grant select on item_counts to service_role;

-- The lock that creating a trigger takes holds until the end: nothing comes between the first count and them.
create function count_new_items() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.item_counts as c (feed_id, items, newest_at)
  select feed_id, count(*), max(first_seen_at) from added group by feed_id order by feed_id
  on conflict (feed_id) do update set items = c.items + excluded.items, newest_at = greatest(c.newest_at, excluded.newest_at);
  return null;
end $$;
create function count_gone_items() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.item_counts c where c.feed_id in (select g.feed_id from gone g) order by c.feed_id for update;
  update public.item_counts c set items = c.items - g.items,
    newest_at = case when g.newest_at < c.newest_at then c.newest_at else coalesce(
      (select max(i.first_seen_at) from public.items i where i.feed_id = c.feed_id), c.newest_at) end
  from (select feed_id, count(*) as items, max(first_seen_at) as newest_at from gone group by feed_id) g
  where g.feed_id = c.feed_id;
  return null;
end $$;
create function count_all_items() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.item_counts;
  insert into public.item_counts (feed_id, items, newest_at)
  select i.feed_id, count(*), max(i.first_seen_at) from public.items i group by i.feed_id;
  return null;
end $$;
revoke execute on function count_new_items(), count_gone_items(), count_all_items() from public;
create trigger count_new after insert on items referencing new table as added
  for each statement execute function count_new_items();
create trigger count_gone after delete on items referencing old table as gone
  for each statement execute function count_gone_items();
create trigger count_all after update of feed_id, first_seen_at on items
  for each statement execute function count_all_items();

insert into item_counts (feed_id, items, newest_at) select feed_id, count(*), max(first_seen_at) from items group by feed_id;

-- Few marks hide an item; those that do are counted by themselves.
create index item_states_hidden on item_states (user_id, feed_id) where hidden_at is not null;
