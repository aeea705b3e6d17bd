-- A page of a person's stream, for apps. Of each item its number (36 bits), that of its subscription (27 bits) and its time in
-- microseconds since 2000 (64 bits); in base64, a row for each thousand items.
-- question: feeds, not_feeds (uuid lists; null: all), read, starred (null: either), since, until (microseconds), order
-- (newest, oldest), after_at, after_number (where the page begins), size, sorted (see below).
-- The time of an item is when it came to the person: the feed may have had it long before they subscribed. An item shows when
-- it was analysed, or after two minutes, because most apps ask for its title and text only once.
-- A function, because under row-level security the planner reads every item of every feed of the person. As bytes, because
-- ten thousand rows cost more to send than to find; a thousand at once, because one long row is copied five times on its way. The query is put together, so that each question gets its own plan.
-- A long page comes out of the index in its order, and joining the subscriptions keeps it, as long as these fit into memory.
-- PostgreSQL does not promise that and would sort once more (2 of 14 ms): the caller looks, and asks again with `sorted` if not. Such a
-- page has no limit, which in another order would leave out the wrong items: the caller takes what it needs.
create or replace function public.app_stream(question jsonb, at timestamptz)
returns table (packed text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  -- Once: as part of a query it would be worked out for every row.
  person constant uuid := auth.uid();
  feeds uuid[] := array(select f::uuid from jsonb_array_elements_text(nullif(question -> 'feeds', 'null')) f);
  not_feeds uuid[] := array(select f::uuid from jsonb_array_elements_text(nullif(question -> 'not_feeds', 'null')) f);
  since timestamptz := timestamptz 'epoch' + (question ->> 'since')::bigint * interval '1 microsecond';
  until timestamptz := timestamptz 'epoch' + (question ->> 'until')::bigint * interval '1 microsecond';
  after_at timestamptz := timestamptz 'epoch' + (question ->> 'after_at')::bigint * interval '1 microsecond';
  after_number bigint := (question ->> 'after_number')::bigint;
  is_oldest boolean := question ->> 'order' = 'oldest';
  size bigint := (question ->> 'size')::bigint;
  is_read boolean := (question ->> 'read')::boolean;
  is_starred boolean := (question ->> 'starred')::boolean;
  before text := case when is_oldest then '>' else '<' end;
  direction text := case when is_oldest then 'asc' else 'desc' end;
  in_time text := concat(
    case when question ->> 'since' is not null then ' and @when@ >= $4' end,
    case when question ->> 'until' is not null then ' and @when@ <= $5' end,
    case when question ->> 'after_at' is not null then
      format(' and @when@ %1$s= $6 and (@when@, i.number) %1$s ($6, $7)', before) end);
  chosen text := concat(
    case when question ->> 'feeds' is not null then ' and b.feed_id = any($2)' end,
    case when question ->> 'not_feeds' is not null then ' and b.feed_id <> all($3)' end,
    case is_read when true then ' and s.read_at is not null' end,
    case is_starred when true then ' and s.starred_at is not null' when false then ' and s.starred_at is null' end,
    case is_read when false then ' and @unseen@' else ' and s.hidden_at is null' end,
    -- The time first: it decides for almost every item, and costs less than comparing texts.
    ' and (i.first_seen_at < $9 or i.analysis_status <> ''pending'')');
  states text := concat(
    case when is_read or is_starred then ' join' when is_read is null or is_starred is not null then ' left join' end,
    case when is_read is distinct from false or is_starred is not null then
      ' item_states s on s.user_id = $1 and s.item_id = i.id' end);
  part text := 'select i.number, b.number as subscription, @when@ as came_at
    from @items@ i join subscriptions b on b.feed_id = i.feed_id%s
    where b.user_id = $1 and i.first_seen_at %s b.created_at%s%s@order@';
  ordered text := format(' order by %%s %s, i.number %1$s limit $8', direction);
  is_sorted boolean := coalesce((question ->> 'sorted')::boolean, true);
  subscription_count bigint;
  first_subscribed timestamptz;
  last_subscribed timestamptz;
  newest bigint;
  seen text := 'r.user_id = $1 and (r.read_at is not null or r.hidden_at is not null)';
  unseen text := format('not exists (select from item_states r where r.item_id = i.id and %s)', seen);
  -- Of a short page, one look into the index for each item; a join would first read all marks of the person.
  unseen_of_few text := format('(select r.item_id from item_states r where r.item_id = i.id and %s) is null', seen);
  -- For thousands of items, a set of the marks is built once, which takes a third of the time of a join. Ids are made of the time:
  -- marks below `lowest` are about older items. Where the page has such items all the same, their marks are looked up one by one.
  is_many boolean := size > 2000 and question ->> 'feeds' is null and is_read = false;
  nobody constant uuid := '00000000-0000-0000-0000-000000000000';
  lowest uuid;
  unseen_of_many text := format('case when i.id >= $11 then i.id not in (select r.item_id from item_states r
    where r.item_id >= $11 and %s) else %s end', seen, unseen_of_few);
  came text;
  shown text := 'select string_agg(int8send(number << 27 | subscription) || timestamptz_send(came_at), null) from (%s) page';
  edge timestamptz;
  found bytea;
  bytes_each constant integer := 16;
  bytes_per_row constant integer := 1000 * bytes_each;
begin
  select count(*), min(b.created_at), max(b.created_at) into subscription_count, first_subscribed, last_subscribed
  from subscriptions b where b.user_id = person;
  -- Where most people read most feeds of a server, a page is among its newest items.
  if question ->> 'feeds' is null and not coalesce(is_read or is_starred, false)
    and 4 * subscription_count >= (select c.reltuples from pg_class c where c.oid = 'feeds'::regclass) then
    newest := size * 3 / 2 + 1000;
  end if;
  if is_many and newest is not null and not is_oldest then
    -- Numbers count up with time, too: about where the page ends is as many numbers further down.
    select i.id into lowest from items i
    where i.number <= (
      select f.number from items f where f.first_seen_at <= least(until, after_at, 'infinity')
      order by f.first_seen_at desc, f.number desc limit 1) - newest
    order by i.number desc limit 1;
  end if;
  lowest := coalesce(lowest, nobody);
  loop
    came := replace(replace(replace(format(part, states, '>=', chosen, in_time), '@items@',
      case when newest is null then 'items' else format('(select id, number, first_seen_at, feed_id, analysis_status from items i
        where true%s order by first_seen_at %s, number %2$s limit $10)', in_time, direction) end), '@when@', 'i.first_seen_at'),
      '@unseen@', case when is_many then unseen_of_many when newest < 5000 then unseen_of_few else unseen end);
    execute format(shown, replace(came, '@order@', case when is_many and newest is not null and not is_sorted then ''
      else format(ordered, 'i.first_seen_at') end)) into found
    using person, feeds, not_feeds, since, until, after_at, after_number, size, at - interval '2 minutes', newest, lowest;
    exit when newest is null or octet_length(found) >= size * bytes_each;
    newest := null;
    lowest := nobody;
  end loop;
  -- What a feed had before the person subscribed to it came with the subscription. Of a full page, only subscriptions that are
  -- newer than its end can take places.
  if octet_length(found) >= size * bytes_each then
    edge := timestamptz '2000-01-01 00:00+00' + interval '1 microsecond'
      * ('x' || encode(substr(found, octet_length(found) - 7), 'hex'))::bit(64)::bigint;
  end if;
  if edge is null or (case when is_oldest then first_subscribed <= edge else last_subscribed >= edge end) then
    if exists (
      select from subscriptions b where b.user_id = person and (question ->> 'feeds' is null or b.feed_id = any(feeds))
        and case when is_oldest then b.created_at <= coalesce(edge, 'infinity') else b.created_at >= coalesce(edge, '-infinity') end
        and exists (select from items i where i.feed_id = b.feed_id and i.first_seen_at < b.created_at)
    ) then
      -- Both in order: their limits would otherwise leave out what belongs to the page, and the order of the whole would hide it.
      execute format(shown, format('select * from ((%s) union all (%s)) both_parts order by came_at %s, number %3$s limit $8',
        replace(came, '@order@', format(ordered, 'i.first_seen_at')),
        replace(replace(replace(replace(format(part, states, '<', chosen, in_time), '@items@', 'items'), '@when@', 'b.created_at'),
          '@unseen@', unseen), '@order@', format(ordered, 'b.created_at')), direction))
      into found
      using person, feeds, not_feeds, since, until, after_at, after_number, size, at - interval '2 minutes', newest, lowest;
    end if;
  end if;
  return query select encode(substr(found, n * bytes_per_row + 1, bytes_per_row), 'base64')
  from generate_series(0, (octet_length(found) - 1) / bytes_per_row) n;
end $$;
