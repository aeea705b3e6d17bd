-- Changes how the person who asks reads some of their feeds. changes: folder_id (null: no folder), in_today, paused,
-- interval_minutes (null: as the site asks); what is not named stays. Returns how many were theirs; none if the folder is not.
create or replace function public.arrange_subscriptions(chosen uuid[], changes jsonb, at timestamptz) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  folder uuid := (changes ->> 'folder_id')::uuid;
  lanes text[];
  feeds uuid[];
  changed integer;
begin
  if folder is not null and not exists (
    select from public.folders f where f.id = folder and f.user_id = auth.uid()
  ) then return 0; end if;
  select array_agg(distinct c.lane), array_agg(c.feed_id) into lanes, feeds
  from public.subscriptions s join public.feed_schedules c on c.feed_id = s.feed_id
  where s.id = any(chosen) and s.user_id = auth.uid();
  if lanes is null then return 0; end if;
  if changes ? 'paused' then perform public.lock_lanes(lanes); end if;
  update public.subscriptions s set updated_at = at,
    folder_id = case when changes ? 'folder_id' then folder else s.folder_id end,
    own_interval_minutes = case when changes ? 'interval_minutes' then (changes ->> 'interval_minutes')::real
      else s.own_interval_minutes end,
    in_today = coalesce((changes ->> 'in_today')::boolean, s.in_today),
    paused_at = case when not changes ? 'paused' then s.paused_at
      when (changes ->> 'paused')::boolean then coalesce(s.paused_at, at) end
  where s.id = any(chosen) and s.user_id = auth.uid();
  get diagnostics changed = row_count;
  if changes ? 'paused' then
    perform public.update_runnable(feeds);
    perform public.tell_lanes(lanes);
  end if;
  perform pg_notify('plainwire_subscribed', auth.uid()::text);
  return changed;
end $$;
