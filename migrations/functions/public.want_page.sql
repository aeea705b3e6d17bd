-- A person opened an item whose page was not asked for yet: it is asked for before those that nobody waits for. A function,
-- because a person may not write to items. False where there is nothing to ask for.
create or replace function public.want_page(item uuid, now timestamptz) returns boolean
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
