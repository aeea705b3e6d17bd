-- Triggers tell_readers_of_new, _of_gone and _of_change on feeds: web processes keep documents in memory, and hear here
-- which feed may be read, or under which address, has changed. A feed that takes an address, or leaves it, also changes what
-- the address led to as an alias. The columns that fire the triggers do not change with a fetch.
create or replace function public.tell_readers_of_feed() returns trigger language plpgsql as $$
begin
  perform pg_notify('plainwire_published', told.id::text)
  from (
    select old.id union select new.id
    union select a.feed_id from public.feed_aliases a where a.url in (old.url, new.url)
  ) told
  where told.id is not null;
  return null;
end $$;
