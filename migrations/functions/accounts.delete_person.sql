-- Deletes an account; everything of the person goes by cascade. A feed that nobody reads any more is marked deleted, as
-- after unsubscribing, and purged by the worker later. Lock order: lanes by name, then schedules, then feeds.
create or replace function accounts.delete_person(person uuid, at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  read_feeds uuid[] := array(select feed_id from public.subscriptions where user_id = person);
begin
  perform from public.lanes h
  where h.lane in (select s.lane from public.feed_schedules s join public.feeds f on f.id = s.feed_id
    where s.feed_id = any(read_feeds) or f.owner_id = person)
  order by h.lane for update;
  perform from public.feed_schedules s where s.feed_id = any(read_feeds) order by s.feed_id for update;
  perform from public.feeds f where f.id = any(read_feeds) order by f.id for update;

  delete from accounts.users where id = person;

  with unread as (
    update public.feeds f set deleted_at = at, updated_at = at
    where f.id = any(read_feeds) and not f.published and f.deleted_at is null
      and not exists (select from public.subscriptions s where s.feed_id = f.id)
    returning f.id
  )
  update public.feed_schedules s set runnable = false from unread u where s.feed_id = u.id;
end $$;
