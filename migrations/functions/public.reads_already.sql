-- Whether the person reads that address already, as a shared feed or as their own, under another subscription.
create or replace function public.reads_already(address text, except_subscription uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from public.subscriptions s
    where s.user_id = auth.uid() and s.id is distinct from except_subscription
      and s.feed_id in (public.find_live_feed(address, null), public.find_live_feed(address, auth.uid()))
  )
$$;
