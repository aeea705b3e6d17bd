-- A page of a person's stream, for apps. Of each item its number (eight bytes), that of its subscription (four) and its time in
-- microseconds since 2000 (eight); in base64, a row for each thousand items.
-- question: feeds, not_feeds (uuid lists; null: all), read, starred (null: either), since, until (microseconds), order
-- (newest, oldest), after_at, after_number (where the page begins), size, sorted (see below).
-- The time of an item is when it came to the person: the feed may have had it long before they subscribed. An item shows when
-- it was analysed, or after two minutes, because most apps ask for its title and text only once.
-- A function, because under row-level security the planner reads every item of every feed of the person. As bytes, because
-- ten thousand rows cost more to send than to find; a thousand at once, because one long row is copied five times on its way. The query is put together, so that each question gets its own plan.
-- A long page comes out of the index in its order, and joining the subscriptions keeps it, as long as these fit into memory.
-- PostgreSQL does not promise that and would sort once more (2 of 14 ms): the caller looks, and asks again with `sorted` if not.
create or replace function public.app_stream(question jsonb, at timestamptz)
returns table (refs text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
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
    ' and (i.analysis_status <> ''pending'' or i.first_seen_at < $9)');
  states text := concat(
    case when is_read or is_starred then ' join' when is_read is null or is_starred is not null then ' left join' end,
    case when is_read is distinct from false or is_starred is not null then
      ' item_states s on s.user_id = $1 and s.item_id = i.id' end);
  part text := 'select i.number, b.number as subscription, @when@ as came_at
    from @items@ i join subscriptions b on b.feed_id = i.feed_id%s
    where b.user_id = $1 and i.first_seen_at %s b.created_at%s%s@order@ limit $8';
  ordered text := format(' order by @when@ %s, i.number %1$s', direction);
  is_sorted boolean := coalesce((question ->> 'sorted')::boolean, true);
  -- Where most people read most feeds of a server, a page is among its newest items.
  newest bigint := case when question ->> 'feeds' is null and not coalesce(is_read or is_starred, false)
    and 4 * (select count(*) from subscriptions b where b.user_id = auth.uid())
      >= (select c.reltuples from pg_class c where c.oid = 'feeds'::regclass) then size * 3 / 2 + 1000 end;
  seen text := 'r.user_id = $1 and (r.read_at is not null or r.hidden_at is not null)';
  unseen text := format('not exists (select from item_states r where r.item_id = i.id and %s)', seen);
  -- Of a short page, one look into the index for each item; a join would first read all marks of the person.
  unseen_of_few text := format('(select r.item_id from item_states r where r.item_id = i.id and %s) is null', seen);
  -- For thousands of items, a set of the marks is built once, which takes a third of the time of a join. Ids are made of the time:
  -- marks below `lowest` are about older items. The few that are about items of the page all the same are looked up one by one.
  is_many boolean := size > 2000 and question ->> 'feeds' is null and is_read = false;
  nobody constant uuid := '00000000-0000-0000-0000-000000000000';
  lowest uuid;
  unseen_of_many text := format('case when i.id >= $11 then i.id not in (select r.item_id from item_states r
    where r.item_id >= $11 and %s) else %s end', seen, unseen_of_few);
  came text;
  shown text := 'select string_agg(int8send(number) || int4send(subscription::integer) || timestamptz_send(came_at), null), count(*),
    %s(came_at) from (%s) page';
  furthest text := case when is_oldest then 'max' else 'min' end;
  found_count bigint;
  edge timestamptz;
  found bytea;
  bytes_each constant integer := 20;
  bytes_per_row constant integer := 1000 * bytes_each;
begin
  if is_many and newest is not null and not is_oldest then
    execute format('select id from items i where true%s order by first_seen_at desc, number desc offset $10 limit 1',
      replace(in_time, '@when@', 'i.first_seen_at')) into lowest
    using auth.uid(), feeds, not_feeds, since, until, after_at, after_number, size, at - interval '2 minutes', newest;
  end if;
  lowest := coalesce(lowest, nobody);
  loop
    came := replace(replace(replace(replace(format(part, states, '>=', chosen, in_time), '@items@',
      case when newest is null then 'items' else format('(select id, number, first_seen_at, feed_id, analysis_status from items i
        where true%s order by first_seen_at %s, number %2$s limit $10)', in_time, direction) end),
      '@order@', case when is_many and newest is not null and not is_sorted then '' else ordered end), '@when@', 'i.first_seen_at'),
      '@unseen@', case when is_many then unseen_of_many when newest < 5000 then unseen_of_few else unseen end);
    execute format(shown, furthest, came) into found, found_count, edge
    using auth.uid(), feeds, not_feeds, since, until, after_at, after_number, size, at - interval '2 minutes', newest, lowest;
    exit when newest is null or found_count >= size;
    newest := null;
    lowest := nobody;
  end loop;
  -- What a feed had before the person subscribed to it came with the subscription. Of a full page, only subscriptions that are
  -- newer than its end can take places.
  if found_count < size then edge := null; end if;
  if exists (
    select from subscriptions b where b.user_id = auth.uid() and (question ->> 'feeds' is null or b.feed_id = any(feeds))
      and case when is_oldest then b.created_at <= coalesce(edge, 'infinity') else b.created_at >= coalesce(edge, '-infinity') end
      and exists (select from items i where i.feed_id = b.feed_id and i.first_seen_at < b.created_at)
  ) then
    execute format(shown, furthest, format('select * from ((%s) union all (%s)) both_parts order by came_at %s, number %3$s limit $8',
      came, replace(replace(replace(replace(format(part, states, '<', chosen, in_time), '@items@', 'items'), '@order@', ordered),
        '@when@', 'b.created_at'), '@unseen@', unseen), direction))
    into found
    using auth.uid(), feeds, not_feeds, since, until, after_at, after_number, size, at - interval '2 minutes', newest, lowest;
  end if;
  return query select encode(substr(found, n * bytes_per_row + 1, bytes_per_row), 'base64')
  from generate_series(0, (octet_length(found) - 1) / bytes_per_row) n;
end $$;
