-- For each feed of the person with unread items: its number, how many, and when its newest item came to them. Unread is what
-- is neither read nor hidden: all items less those marks. Joining each item with its mark took three times as long.
create or replace function public.app_unread(at timestamptz)
returns table (subscription bigint, folder_id uuid, unread integer, newest_at timestamptz)
language sql stable security definer rows 1000 set search_path = public, pg_temp as $$
  with wide as materialized (
    select 4 * (select count(*) from subscriptions b where b.user_id = (select auth.uid()))
      >= (select c.reltuples from pg_class c where c.oid = 'feeds'::regclass) as is_wide
  )
  select b.number, b.folder_id, (n.items - coalesce(s.seen, 0) - coalesce(w.waiting, 0))::integer,
    greatest(n.newest_at, b.created_at)
  from subscriptions b
  join (
    -- Who reads most feeds of the server has them counted in one pass, others feed by feed.
    select i.feed_id, count(*) as items, max(i.first_seen_at) as newest_at from items i
    where (select w.is_wide from wide w) group by i.feed_id
    union all
    select b.feed_id, c.items, c.newest_at from subscriptions b cross join lateral (
      select count(*) as items, max(i.first_seen_at) as newest_at from items i where i.feed_id = b.feed_id
    ) c
    where not (select w.is_wide from wide w) and b.user_id = (select auth.uid())
  ) n on n.feed_id = b.feed_id
  left join (
    select m.feed_id, count(*) as seen from item_states m
    where m.user_id = (select auth.uid()) and (m.read_at is not null or m.hidden_at is not null) group by m.feed_id
  ) s on s.feed_id = b.feed_id
  left join (
    select i.feed_id, count(*) as waiting from items i
    where i.first_seen_at >= at - interval '2 minutes' and i.analysis_status = 'pending' and not exists (
      select from item_states m where m.user_id = (select auth.uid()) and m.item_id = i.id
        and (m.read_at is not null or m.hidden_at is not null)
    )
    group by i.feed_id
  ) w on w.feed_id = b.feed_id
  where b.user_id = (select auth.uid()) and n.items > coalesce(s.seen, 0) + coalesce(w.waiting, 0)
$$;
