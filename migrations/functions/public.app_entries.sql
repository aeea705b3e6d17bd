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
  feeds uuid[] := array(select f::uuid from jsonb_array_elements_text(nullif(question -> 'feeds', 'null')) f);
  settled_at timestamptz := at - interval '2 minutes';
  edge bigint := case when (question ->> 'settled')::boolean then (
    select min(i.number) from items i join subscriptions b on b.feed_id = i.feed_id and b.user_id = auth.uid()
    where i.first_seen_at >= settled_at and (i.analysis_status = 'pending' or i.first_seen_at >= at - interval '10 seconds')) end;
  is_read boolean := (question ->> 'read')::boolean;
  is_starred boolean := (question ->> 'starred')::boolean;
  times timestamptz[] := array(
    select timestamptz 'epoch' + (question ->> name)::bigint * interval '1 microsecond'
    from unnest(array['came_after', 'published_after', 'published_before', 'changed_after']) with ordinality t(name, n) order by n);
  chosen text := concat(
    ' from items i join subscriptions b on b.feed_id = i.feed_id
      left join item_states s on s.user_id = $1 and s.item_id = i.id
      where b.user_id = $1 and s.hidden_at is null and (i.analysis_status <> ''pending'' or i.first_seen_at < $2)',
    case when question ->> 'feeds' is not null then ' and b.feed_id = any($3)' end,
    case is_read when true then ' and s.read_at is not null' when false then ' and s.read_at is null' end,
    case is_starred when true then ' and s.starred_at is not null' when false then ' and s.starred_at is null' end,
    case when question ->> 'after_number' is not null then ' and i.number > $4' end,
    case when question ->> 'before_number' is not null then ' and i.number < $5' end,
    case when edge is not null then ' and i.number < $6' end,
    case when question ->> 'came_after' is not null then ' and greatest(i.first_seen_at, b.created_at) >= $7[1]' end,
    case when question ->> 'published_after' is not null then ' and i.pub_date >= $7[2]' end,
    case when question ->> 'published_before' is not null then ' and i.pub_date <= $7[3]' end,
    case when question ->> 'changed_after' is not null then
      ' and greatest(i.updated_at, i.analyzed_at, s.read_at, s.starred_at) >= $7[4]' end,
    case when question ->> 'words' is not null then ' and i.id in (select item_id from found)' end);
  found text := case when question ->> 'words' is null then '' else
    'with found as materialized (select x.item_id from item_index x where x.words @@ $8::tsquery) ' end;
  direction text := case when question ->> 'direction' = 'asc' then 'asc' else 'desc' end;
  place text := case when question ->> 'order' = 'published' then format('i.pub_date %s, i.number %1$s', direction)
    else format('i.number %s', direction) end;
  size bigint := (question ->> 'size')::bigint;
begin
  if size > 0 then
    execute format('%sselect string_agg(number::text, '','') from (select i.number%s order by %s limit $9 offset $10) page',
      found, chosen, place)
    into numbers using auth.uid(), settled_at, feeds, (question ->> 'after_number')::bigint,
      (question ->> 'before_number')::bigint, edge, times, question ->> 'words', size, coalesce((question ->> 'skip')::bigint, 0);
  end if;
  if (question ->> 'total')::boolean then
    execute format('%sselect count(*)%s', found, chosen)
    into total using auth.uid(), settled_at, feeds, (question ->> 'after_number')::bigint,
      (question ->> 'before_number')::bigint, edge, times, question ->> 'words';
  end if;
  return next;
end $$;
