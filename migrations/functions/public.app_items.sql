-- Items by their numbers, as an app shows them to a person: under their own name for the feed, with their own marks. Others
-- and hidden ones are left out. A function, because row-level security would look each row up among all feeds of the person.
create or replace function public.app_items(numbers bigint[])
returns table (item_id uuid, number bigint, subscription bigint, came_at timestamptz, url text, title text, author text,
  pub_date timestamptz, updated_at timestamptz, enclosures jsonb, clean_html text, body text, raw text, base text,
  plain_title text, overall real, is_read boolean, is_starred boolean, feed_name text, site_url text, folder_name text)
language sql stable security definer rows 100 set search_path = public, pg_temp as $$
  select i.id, i.number, b.number, greatest(i.first_seen_at, b.created_at), i.url, left(i.title, 1000), left(i.author, 300),
    i.pub_date, greatest(i.updated_at, i.analyzed_at), i.enclosures,
    case when length(i.clean_html) <= 500000 then i.clean_html end,
    case when coalesce(i.clean_html, '') = '' or length(i.clean_html) > 500000 then left(i.text, 20000) end,
    case when i.clean_html is null then coalesce(nullif(i.content, ''), i.summary) end, coalesce(i.content_base, i.url),
    case when i.analysis_status <> 'pending' then left(i.analyzer_result ->> 'title_corrected', 1000) end,
    case when i.analysis_status <> 'pending' then (i.analyzer_result ->> 'overall')::real end,
    s.read_at is not null, s.starred_at is not null, b.name, coalesce(f.site_url, f.url), o.name
  from items i join subscriptions b on b.feed_id = i.feed_id and b.user_id = (select auth.uid())
  join feeds f on f.id = i.feed_id left join folders o on o.id = b.folder_id
  left join item_states s on s.user_id = b.user_id and s.item_id = i.id
  where i.number = any(numbers) and s.hidden_at is null
$$;
