-- Pages: fetched by the feed's wish, once, and kept. Models: asked for every new item, until somebody must do something.

-- auto: where the feed's own text is short and somebody reads it, or when a person opens the item. true meant "the newest
-- twenty of each fetch", which cost 6 to 8 requests for 5 new items.
alter table feeds alter column full_text drop default;
alter table feeds alter column full_text type text using case when full_text then 'auto' else 'never' end;
alter table feeds alter column full_text set default 'auto';
alter table feeds add constraint feeds_full_text check (full_text in ('auto', 'always', 'never'));

-- The text of a page lies in items.text and items.clean_html, with input_kind 'page': it goes when the item goes.
alter table items
  add column page_at timestamptz,                       -- when its page is to be asked for (again)
  add column page_attempts smallint not null default 0,
  add column page_why text,                             -- what became of its page, or why it was not asked for
  add column page_error text,
  add column model_why text,                            -- the same of a model
  add constraint items_page_why check (page_why in
    ('read', 'waiting', 'long-enough', 'nobody-reads', 'too-old', 'never', 'no-address', 'off', 'failed')),
  add constraint items_model_why check (model_why in
    ('read', 'waiting', 'no-model', 'words-only', 'off', 'too-old', 'budget', 'stopped', 'failed'));

update items set page_why = 'read' where input_kind = 'page';
update items set model_why = 'read' where analyzer_result ->> 'analyzer' = 'llm';
update items set model_why = 'waiting' where upgrade_at is not null and model_why is null;

-- The newest are asked about first.
drop index items_upgrade;
create index items_upgrade on items (pub_date desc) where upgrade_at is not null;
create index items_page on items (page_at, pub_date desc) where page_at is not null;

-- A key or a bill that the AI service refuses: nobody asks again with these settings until a person says so.
create table model_stops (
  fingerprint text primary key,            -- of service, address, key and model: others start afresh
  why text not null check (why in ('auth', 'payment')),
  message text not null,
  stopped_at timestamptz not null
);
alter table model_stops enable row level security;
revoke all on model_stops from public, anon, authenticated;
grant select, insert, update, delete on model_stops to service_role;
create policy worker on model_stops to service_role using (true) with check (true);

-- A person opened an item whose page was not asked for. A function, because a person may write no items. It comes before
-- those that nobody waits for. False: there is nothing to ask for.
create function want_page(item uuid, now timestamptz) returns boolean
language sql volatile security definer set search_path = public, pg_temp as $$
  with wanted as (
    update items i set page_at = want_page.now - interval '1 day', page_why = 'waiting'
    from feeds f
    where i.id = want_page.item and f.id = i.feed_id and i.url is not null and i.page_at is null
      and i.analysis_status = 'done' and i.input_kind is distinct from 'page'
      and (i.page_why is null or i.page_why in ('long-enough', 'nobody-reads', 'too-old'))
      and f.full_text <> 'never' and f.analyzer is distinct from 'off' and f.deleted_at is null
      and exists (select from subscriptions s where s.feed_id = i.feed_id and s.user_id = (select auth.uid()))
    returning i.id
  )
  select exists (select from wanted)
$$;
revoke execute on function want_page(uuid, timestamptz) from public, anon;
grant execute on function want_page(uuid, timestamptz) to authenticated;
