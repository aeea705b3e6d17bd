-- Gives a feed other credentials. Nothing learned so far holds with them, so the feed starts from scratch and is due as soon
-- as a person may ask for it.
create or replace function public.renew_feed(feed uuid, sealed bytea, at timestamptz) returns void
language plpgsql set search_path = '' as $$
declare
  earliest timestamptz;
begin
  select greatest(at - interval '1 day', b.not_before, b.fetched_lately_until) into earliest
  from public.request_bounds(feed, at) b;
  perform public.restart_schedule(feed, earliest, at);
  perform public.forget_fetches(feed);
  update public.feeds set headers = sealed, updated_at = at where id = feed;
end $$;
