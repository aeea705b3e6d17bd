-- Makes a newsletter for the person who asks: a feed of their own that is never fetched, with an address for its mails.
-- wanted: feed_id, token, subscription_id, name. Outcomes: added, full.
create or replace function public.add_newsletter(
  wanted jsonb, subscriptions_max integer, newsletters_max integer, at timestamptz
) returns text language plpgsql security definer set search_path = '' as $$
declare
  feed uuid := (wanted ->> 'feed_id')::uuid;
begin
  perform public.lock_lanes(array['newsletter/0']);
  if (select count(*) from public.subscriptions s where s.user_id = auth.uid()) >= subscriptions_max
    or (select count(*) from public.newsletters n join public.feeds f on f.id = n.feed_id
      where f.owner_id = auth.uid() and f.deleted_at is null) >= newsletters_max then return 'full'; end if;
  perform public.add_feed(jsonb_build_object('id', feed, 'url', 'newsletter:' || feed, 'owner_id', auth.uid(), 'enabled', true,
    'polling', false, 'enforce_feed_domain', false, 'full_text', 'never', 'lane', 'newsletter/0'), at);
  insert into public.newsletters (feed_id, token, created_at) values (feed, wanted ->> 'token', at);
  insert into public.subscriptions (id, user_id, feed_id, name, created_at, updated_at)
  values ((wanted ->> 'subscription_id')::uuid, auth.uid(), feed, wanted ->> 'name', at, at);
  perform accounts.record_event(auth.uid(), 'feed_added', jsonb_build_object('feed_id', feed), at);
  return 'added';
end $$;
