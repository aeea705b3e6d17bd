-- The person's outlets by how loaded (or clickbait, hedging, edited) the newest per_feed reports of each of their feeds since
-- then are: one page of them, or the one of only_feed. With more feeds than feeds_max, those with the newest reports are ranked.
-- A function, because under row-level security the policies are asked again for each feed and report. If feeds_max feeds are
-- among the newest items of this server, these are taken (1 ms); otherwise each feed is asked for its newest (5 µs each).
-- A story that several feeds of an outlet bring counts once. names and feeds: of its feeds, by name.
-- scores: of each report; quantiles: of 5, 25, 50, 75 and 95 % of them. language: of most of five reports.
-- ranked: how many outlets there are on all pages; of_feeds: with how many feeds.
create or replace function public.rank_sources(
  trait text, since timestamptz, only_feed uuid, feeds_max integer, per_feed integer, page_start integer, page_size integer)
returns table (outlet text, feeds uuid[], names text[], language text, reports integer, edits integer, scores real[],
  quantiles real[], ranked integer, of_feeds integer)
language sql stable security definer rows 50 set search_path = public, pg_temp as $$
  with active as materialized (
    select b.feed_id, b.name, b.outlet from (
      select i.feed_id, max(i.pub_date) as newest_at from (
        select x.feed_id, x.pub_date from item_index x where x.pub_date >= since and only_feed is null
        order by x.pub_date desc, x.item_id desc limit 5 * feeds_max
      ) i group by i.feed_id
    ) n join subscriptions b on b.feed_id = n.feed_id and b.user_id = (select auth.uid())
    order by n.newest_at desc limit feeds_max
  ),
  newest as materialized (
    select a.feed_id, a.name, a.outlet from active a where (select count(*) from active) = feeds_max
    union all
    (select b.feed_id, b.name, b.outlet from subscriptions b
    cross join lateral (
      select i.pub_date from item_index i
      where i.feed_id = b.feed_id and i.pub_date >= since and i.framing is not null order by i.pub_date desc limit 1
    ) x
    where b.user_id = (select auth.uid()) and (select count(*) from active) < feeds_max and (only_feed is null
      or b.outlet = (select o.outlet from subscriptions o where o.user_id = (select auth.uid()) and o.feed_id = only_feed))
    order by x.pub_date desc limit feeds_max)
  ),
  known as materialized (
    select n.outlet, array_agg(n.feed_id order by lower(n.name) collate "C", n.feed_id) as feeds,
      array_agg(n.name order by lower(n.name) collate "C", n.feed_id) as names
    from newest n group by n.outlet
  ),
  spread as materialized (
    select k.outlet, k.feeds, k.names, x.* from known k
    cross join lateral (
      select count(*)::integer as reports, array_agg(r.item_id) as items, array_agg(r.score) as scores,
        percentile_disc(array[0.05, 0.25, 0.5, 0.75, 0.95]) within group (order by r.score) as quantiles,
        count(*) filter (where case trait when 'edits'
          then exists (select from item_versions v where v.item_id = r.item_id) end)::real as edits
      from unnest(k.feeds) one(feed_id) cross join lateral (
        select i.item_id, i.story_id, case trait when 'clickbait' then i.clickbait when 'hedging' then i.speculative else i.framing end as score
        from item_index i where i.feed_id = one.feed_id and i.pub_date >= since and i.framing is not null
        order by i.pub_date desc limit per_feed
      ) r
      -- Most stories are one item, which gave the story its id: then there is nothing to look up.
      where cardinality(k.feeds) = 1 or r.item_id = r.story_id or not exists (
        select from item_index o where o.story_id = r.story_id and o.feed_id = any(k.feeds)
          and (o.feed_id < one.feed_id or o.item_id = o.story_id))
    ) x where x.reports > 0
  )
  select p.outlet, p.feeds, p.names,
    (select mode() within group (order by nullif(i.analyzer_result ->> 'language', 'und')) from items i where i.id = any(p.items[1:5])),
    p.reports, (select count(distinct v.item_id)::integer from item_versions v where v.item_id = any(p.items)),
    p.scores, p.quantiles, (select count(*)::integer from spread), (select count(*)::integer from newest)
  from (
    -- By code point: 400 feeds with equal scores took 7 ms to sort as languages do.
    select * from spread s order by s.edits / s.reports desc, s.quantiles[3] desc, s.quantiles[4] desc,
      lower(s.names[1]) collate "C", s.outlet offset page_start limit page_size
  ) p
$$;
