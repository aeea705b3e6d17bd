-- Clean feeds are built by the first who asks after a change. Until then a row here says that the stored one is out of date:
-- readers may see that of published feeds, and web processes drop their copies with the commit that marks them.
create function tell_of_stale() returns trigger language plpgsql as $$
begin
  perform pg_notify('plainwire_published', new.feed_id::text);
  return null;
end $$;
revoke execute on function tell_of_stale() from public;
create trigger tell_of_stale after insert or update of since on stale_feeds
  for each row execute function tell_of_stale();
create policy published on stale_feeds for select to anon using (exists (select from feeds f where f.id = stale_feeds.feed_id));
grant select on stale_feeds to anon;
