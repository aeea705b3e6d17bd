-- The clean feed of an address, or of the feed that had the address before, as anybody may read it: as role anon, under
-- row-level security. The role is the function's and not the transaction's, so that one round trip is enough. Without updated_at it
-- was never built; is_stale: it is to be built before it is served. Its bytes are read if they are up to date, or wanted even if not.
-- One table after the other (offset 0): while the statistics do not know yet how many feeds are published, a join would read all.
create or replace function public.served_feed(address text, even_stale boolean)
returns table (feed_id uuid, url text, gzip bytea, etag text, updated_at timestamptz, is_stale boolean)
language plpgsql stable set role = 'anon' as $$
begin
  return query select f.id, f.url, case when s.id is null or even_stale then c.gzip end, c.etag, c.updated_at, s.id is not null
  from (
    select own.id, own.url from public.feeds own where own.url = address
    union all
    select heir.id, heir.url from public.feed_aliases former
    cross join lateral (select h.id, h.url from public.feeds h where h.id = former.feed_id offset 0) heir
    where former.url = address
    limit 1
  ) f
  left join lateral (
    select b.gzip, b.etag, b.updated_at from public.cached_feeds b
    where b.id = f.id and b.xml_content is not null and b.gzip is not null and b.etag is not null offset 0
  ) c on true
  left join lateral (select m.feed_id as id from public.stale_feeds m where m.feed_id = f.id offset 0) s on true;
end $$;
