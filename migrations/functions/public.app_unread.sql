-- For each feed of the person with unread items: its number, how many, and when its newest item came to them. Unread is what
-- is neither read nor hidden: all items less those marks. Joining each item with its mark took ten times as long.
create or replace function public.app_unread(at timestamptz)
returns table (subscription bigint, folder_id uuid, unread integer, newest_at timestamptz)
language sql stable security definer rows 1000 set search_path = public, pg_temp as $$
  select b.number, b.folder_id, (n.items - coalesce(s.seen, 0) - coalesce(w.waiting, 0))::integer,
    greatest(n.newest_at, b.created_at)
  from subscriptions b
  join item_counts n on n.feed_id = b.feed_id
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
