-- What reading needs of items and nothing else does, made beside the write path: a full-text index there was seven times
-- the cost of the whole item (notes/storage.md §3). A row for each item that has been looked at by the analysis.
create table item_index (
  item_id uuid primary key references items on delete cascade,
  feed_id uuid not null,
  pub_date timestamptz not null,
  story_id uuid not null,                  -- the id of the item that the story began with
  category text,
  analyzer text,                           -- null: not analysed, and so are all that follow
  clickbait real,
  framing real,
  speculative real,
  confidence real[],                       -- of the three, in this order
  words tsvector not null                  -- folded by src/items/fold-text.ts, places kept for phrases
);
create index item_index_words on item_index using gin (words) with (gin_pending_list_limit = 1024);
create index item_index_story on item_index (story_id);
create index item_index_feed on item_index (feed_id, pub_date desc);

-- A row per item whose entry above no longer matches it. Apart from it, so that whoever marks it waits for nobody.
create table stale_items (
  item_id uuid primary key references items on delete cascade,
  since timestamptz not null
);
create index stale_items_since on stale_items (since);

-- What an item of the last days is compared by (src/analysis/stories/read-signs.ts). Deleted when its days are over.
create table story_signs (
  item_id uuid primary key references items on delete cascade,
  pub_date timestamptz not null,
  title_stems integer[] not null,
  lead_stems integer[] not null,
  pairs integer[] not null
);
create index story_signs_pairs on story_signs using gin (pairs) with (fastupdate = off);
create index story_signs_date on story_signs (pub_date desc);

alter table item_index enable row level security;
alter table stale_items enable row level security;
alter table story_signs enable row level security;
create policy worker on item_index to service_role using (true) with check (true);
create policy worker on stale_items to service_role using (true) with check (true);
create policy worker on story_signs to service_role using (true) with check (true);
-- `in` and not `= any(array(…))` as for items: read by story or feed and never in order, so a look into a hash is best.
create policy subscribed on item_index for select to authenticated using (feed_id in (select feed_id from subscriptions));
grant select, insert, update, delete on item_index, stale_items, story_signs to service_role;
grant select on item_index to authenticated;

-- Who saves an analysis need not know who reads it. Names are written out: some callers have no search path.
create function mark_stale_item() returns trigger language plpgsql as $$
begin
  insert into public.stale_items (item_id, since) values (new.id, clock_timestamp())
  on conflict (item_id) do update set since = excluded.since;
  return null;
end $$;
create trigger mark_stale after update of analysis_status on items
  for each row when (new.analysis_status <> 'pending') execute function mark_stale_item();

-- A person's filters hold for the last week of a feed they begin to read.
create function mark_items_of_subscription() returns trigger language plpgsql as $$
begin
  insert into public.stale_items (item_id, since)
  select i.id, clock_timestamp() from public.items i
  where i.feed_id = new.feed_id and i.pub_date > now() - interval '7 days' and i.analysis_status <> 'pending'
    and exists (select from public.filters f where f.user_id = new.user_id)
  on conflict (item_id) do update set since = excluded.since;
  return null;
end $$;
create trigger mark_stale after insert or update of feed_id on subscriptions
  for each row execute function mark_items_of_subscription();

insert into stale_items (item_id, since) select id, first_seen_at from items where analysis_status <> 'pending';

-- Lists go by date and then id, some without what scored high, and are read from the index alone.
drop index items_feed_date;
create index items_feed_date on items (feed_id, pub_date desc, id desc) include (rating);

-- `= any(array(select id from items))` listed a hundred thousand ids for each question about one item.
drop policy subscribed on item_versions;
create policy subscribed on item_versions for select to authenticated
  using (exists (select from items i where i.id = item_id));

-- The newest items with these words that the person may read, before a place in the list. A function, because under
-- row-level security no index answers `@@`: the operator might tell what it saw. Always by the index on words: the planner
-- takes a look into a vector for cheap, and a rare word among 100,000 items cost 580 ms instead of 1.
create function search_items(wanted tsquery, feed uuid, before_date timestamptz, before_id uuid, count_max integer)
returns table (item_id uuid, pub_date timestamptz)
language sql stable security definer rows 50 set search_path = public, pg_temp
set plan_cache_mode = force_custom_plan set enable_seqscan = off set enable_indexscan = off as $$
  select x.item_id, x.pub_date from item_index x
  where x.words @@ wanted and (feed is null or x.feed_id = feed)
    and x.feed_id in (select s.feed_id from subscriptions s where s.user_id = auth.uid())
    and (x.pub_date, x.item_id) < (before_date, before_id)
  order by x.pub_date desc, x.item_id desc limit count_max
$$;
revoke execute on function search_items(tsquery, uuid, timestamptz, uuid, integer) from public;
grant execute on function search_items(tsquery, uuid, timestamptz, uuid, integer) to authenticated;

-- Whose address it is. Asked without a session: whoever knows the address may read it. Noted once an hour.
create function find_personal_feed(address_hash bytea, at timestamptz)
returns table (id uuid, user_id uuid, name text, settings jsonb)
language sql security definer set search_path = '' as $$
  update public.personal_feeds p set last_read_at = at
  where p.token_hash = address_hash and (p.last_read_at is null or p.last_read_at < at - interval '1 hour');
  select p.id, p.user_id, p.name, p.settings
  from public.personal_feeds p join accounts.users u on u.id = p.user_id
  where p.token_hash = address_hash and u.disabled_at is null
$$;
revoke execute on function find_personal_feed(bytea, timestamptz) from public;
grant execute on function find_personal_feed(bytea, timestamptz) to app_web;
