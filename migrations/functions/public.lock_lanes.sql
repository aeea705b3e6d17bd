-- The first half of the rule for every change of a schedule: creates missing lanes and locks all of them in the order of
-- their names, so that two writers never deadlock. After the change comes tell_lanes. See src/schedule/README.md.
create or replace function public.lock_lanes(lanes text[]) returns void language plpgsql set search_path = '' as $$
begin
  insert into public.lanes (lane) select distinct k collate "C" from unnest(lanes) k order by 1 on conflict do nothing;
  perform from public.lanes h where h.lane = any(lanes) order by h.lane for update;
end $$;
