-- Trigger tell_of_stale on stale_feeds: web processes drop their copies of a clean feed that is out of date.
create or replace function public.tell_of_stale() returns trigger language plpgsql as $$
begin
  perform pg_notify('plainwire_published', new.feed_id::text);
  return null;
end $$;
