-- Deletes an account; everything of the person goes by cascade. A feed that nobody reads any more is marked deleted, as
-- after unsubscribing, and purged by the worker later. Locks lanes by name, then schedules, then feeds.
create or replace function accounts.delete_person(person uuid, at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  read_feeds uuid[] := array(select feed_id from public.subscriptions where user_id = person);
  lanes text[] := array(
    select distinct s.lane from public.feed_schedules s join public.feeds f on f.id = s.feed_id
    where s.feed_id = any(read_feeds) or f.owner_id = person
  );
begin
  perform public.lock_lanes(lanes);
  perform from public.feed_schedules s where s.feed_id = any(read_feeds) order by s.feed_id for update;
  perform from public.feeds f where f.id = any(read_feeds) order by f.id for update;

  delete from accounts.users where id = person;

  perform public.release_feed(f.id, at) from unnest(read_feeds) f(id);
  perform public.tell_lanes(lanes);
end $$;
