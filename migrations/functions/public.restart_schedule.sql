-- A feed that starts from scratch, with another address or other headers: why it is next due says nothing any more, and it
-- is due then (null: it keeps its time).
create or replace function public.restart_schedule(feed uuid, due timestamptz, at timestamptz) returns void
language plpgsql set search_path = '' as $$
begin
  update public.feed_schedules set why_next = null where feed_id = feed;
  if due is not null then perform public.request_fetch(feed, due, at); end if;
end $$;
