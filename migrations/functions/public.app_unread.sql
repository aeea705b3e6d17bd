-- For each feed of the person with unread items: its number, how many, and when the newest came to them.
create or replace function public.app_unread(at timestamptz)
returns table (subscription bigint, folder_id uuid, unread integer, newest_at timestamptz)
language sql stable security definer rows 1000 set search_path = public, pg_temp as $$
  select b.number, b.folder_id, n.unread, greatest(n.newest_at, b.created_at)
  from (
    select i.feed_id, count(*)::integer as unread, max(i.first_seen_at) as newest_at
    from items i
    where i.feed_id in (select s.feed_id from subscriptions s where s.user_id = (select auth.uid()))
      and (i.analysis_status <> 'pending' or i.first_seen_at < at - interval '2 minutes')
      and not exists (
        select from item_states s where s.user_id = (select auth.uid()) and s.item_id = i.id
          and (s.read_at is not null or s.hidden_at is not null)
      )
    group by i.feed_id
  ) n join subscriptions b on b.feed_id = n.feed_id and b.user_id = (select auth.uid())
$$;
