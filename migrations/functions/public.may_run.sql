-- Whether a feed may be fetched at all: enabled, not deleted, no newsletter, and not paused by everybody who reads it. A
-- published feed has readers that we do not know; one that nobody has subscribed to is the operator's.
create or replace function public.may_run(f public.feeds) returns boolean
language sql stable set search_path = '' as $$
  select f.enabled and f.deleted_at is null and f.url not like 'newsletter:%' and (f.published
    or exists (select from public.subscriptions s where s.feed_id = f.id and s.paused_at is null)
    or not exists (select from public.subscriptions s where s.feed_id = f.id))
$$;
