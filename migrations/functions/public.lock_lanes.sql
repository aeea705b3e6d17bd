-- Creates missing lanes (rows of lanes) and locks all of them in the order of their keys, so that two writers never
-- deadlock. Everything that changes a schedule calls it first. The worker's version is in src/schedule/change-schedule-store.ts.
create or replace function public.lock_lanes(lanes text[]) returns void language plpgsql set search_path = '' as $$
begin
  insert into public.lanes (lane) select distinct k collate "C" from unnest(lanes) k order by 1 on conflict do nothing;
  perform from public.lanes h where h.lane = any(lanes) order by h.lane for update;
end $$;
