-- The numbers of a person's items in an order that an app chooses, joined by commas, and how many there are in all.
-- question: feeds (uuid list; null: all), read, starred (null: either), after_number, before_number (both exclusive), came_after,
-- published_after, published_before, changed_after (microseconds, inclusive), words (a tsquery), order (number, published),
-- direction (asc, desc), skip, size (0: only count), settled, total (whether to count).
-- settled: an app that asks for numbers above the last it has would miss a lower one that shows later. So what has a higher number
-- than an item that is still written or analysed waits for it. It shows after two minutes at the latest.
-- A function, because under row-level security the planner reads every item of every feed of the person. The query is put
-- together, so that each question gets its own plan.
create or replace function public.app_entries(question jsonb, at timestamptz)
returns table (numbers text, total bigint)
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  -- Once: as part of a query it would be worked out for every row.
  person constant uuid := auth.uid();
  feeds uuid[] := array(select f::uuid from jsonb_array_elements_text(nullif(question -> 'feeds', 'null')) f);
  settled_at timestamptz := at - interval '2 minutes';
  edge bigint := case when (question ->> 'settled')::boolean then (
    select min(i.number) from items i join subscriptions b on b.feed_id = i.feed_id and b.user_id = person
    -- What came while the clock was ahead is not being written: everything would wait until then.
    where i.first_seen_at >= settled_at and i.first_seen_at < at + interval '2 minutes'
      and (i.analysis_status = 'pending' or i.first_seen_at >= at - interval '10 seconds')) end;
  is_read boolean := (question ->> 'read')::boolean;
  is_starred boolean := (question ->> 'starred')::boolean;
  times timestamptz[] := array(
    select timestamptz 'epoch' + (question ->> name)::bigint * interval '1 microsecond'
    from unnest(array['came_after', 'published_after', 'published_before', 'changed_after']) with ordinality t(name, n) order by n);
  of_marks text := concat(
    ' and s.hidden_at is null',
    case is_read when true then ' and s.read_at is not null' when false then ' and s.read_at is null' end,
    case is_starred when true then ' and s.starred_at is not null' when false then ' and s.starred_at is null' end);
  of_feeds text := case when question ->> 'feeds' is not null then ' and b.feed_id = any($3)' end;
  of_items text := concat(
    case when question ->> 'after_number' is not null then ' and i.number > $4' end,
    case when question ->> 'before_number' is not null then ' and i.number < $5' end,
    case when edge is not null then ' and i.number < $6' end,
    case when question ->> 'published_after' is not null then ' and i.pub_date >= $7[2]' end,
    case when question ->> 'published_before' is not null then ' and i.pub_date <= $7[3]' end);
  of_both text := concat(
    case when question ->> 'came_after' is not null then ' and greatest(i.first_seen_at, b.created_at) >= $7[1]' end,
    case when question ->> 'changed_after' is not null then
      ' and greatest(i.updated_at, i.analyzed_at, s.read_at, s.starred_at) >= $7[4]' end);
  of_words text := case when question ->> 'words' is not null then ' and i.id in (select item_id from found)' end;
  chosen text := concat(
    ' from @items@ i join subscriptions b on b.feed_id = i.feed_id left join @marks@ on s.user_id = $1 and s.item_id = i.id
      where b.user_id = $1 and (i.first_seen_at < $2 or i.analysis_status <> ''pending'')',
    of_marks, of_feeds, of_items, of_both, of_words);
  found text := case when question ->> 'words' is null then '' else
    'with found as materialized (select x.item_id from item_index x where x.words @@ $8::tsquery) ' end;
  direction text := case when question ->> 'direction' = 'asc' then 'asc' else 'desc' end;
  place text := case when question ->> 'order' = 'published' then format('i.pub_date %s, i.number %1$s', direction)
    else format('i.number %s', direction) end;
  size bigint := (question ->> 'size')::bigint;
  skip bigint := coalesce((question ->> 'skip')::bigint, 0);
  -- Where most people read most feeds of a server, a page is among the first items in its order.
  first_of bigint := case when of_feeds is null and of_words is null and not coalesce(is_read or is_starred, false)
    and 4 * (select count(*) from subscriptions b where b.user_id = person)
      >= (select c.reltuples from pg_class c where c.oid = 'feeds'::regclass) then (skip + size) * 3 / 2 + 1000 end;
  -- For so few, one look into the index each; a join would first read all marks of the person.
  looked_up text := 'lateral (select m.* from item_states m where m.user_id = $1 and m.item_id = i.id offset 0) s';
  found_count bigint;
begin
  while size > 0 loop
    execute format('%sselect string_agg(number::text, '',''), count(*) from (select i.number%s order by %s limit $9 offset $10) page',
      found, replace(replace(chosen, '@items@', case when first_of is null then 'items' else format('(select i.id, i.number, i.feed_id,
        i.pub_date, i.first_seen_at, i.updated_at, i.analyzed_at, i.analysis_status from items i where true%s order by %s limit $11)',
        of_items, place) end), '@marks@', case when first_of < 5000 then looked_up else 'item_states s' end), place)
    into numbers, found_count using person, settled_at, feeds, (question ->> 'after_number')::bigint,
      (question ->> 'before_number')::bigint, edge, times, question ->> 'words', size, skip, first_of;
    exit when first_of is null or found_count >= size;
    first_of := null;
  end loop;
  if (question ->> 'total')::boolean then
    if of_items = '' and of_both = '' and of_words is null and is_starred is null then
      -- How many items feeds have is known: what is left to count are marks, and what waits for its analysis.
      execute concat('select ', case when not coalesce(is_read, false) then
        concat('(select coalesce(sum(n.items), 0) from item_counts n join subscriptions b on b.feed_id = n.feed_id
          where b.user_id = $1', of_feeds, ') - ') end,
        '(select coalesce(sum(m.marks), 0) from (select s.feed_id, count(*) as marks from item_states s where s.user_id = $1 and ',
        case is_read when true then 's.read_at is not null and s.hidden_at is null'
          when false then '(s.read_at is not null or s.hidden_at is not null)' else 's.hidden_at is not null' end,
        ' group by s.feed_id) m join subscriptions b on b.feed_id = m.feed_id where b.user_id = $1', of_feeds, ')
        - (select count(*) from items i join subscriptions b on b.feed_id = i.feed_id
          left join item_states s on s.user_id = $1 and s.item_id = i.id
          where i.first_seen_at >= $2 and i.analysis_status = ''pending'' and b.user_id = $1', of_feeds, of_marks, ')')
      into total using person, settled_at, feeds;
    else
      execute format('%sselect count(*)%s', found, replace(replace(chosen, '@items@', 'items'), '@marks@', 'item_states s'))
      into total using person, settled_at, feeds, (question ->> 'after_number')::bigint,
        (question ->> 'before_number')::bigint, edge, times, question ->> 'words';
    end if;
  end if;
  return next;
end $$;
