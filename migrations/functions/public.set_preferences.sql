-- Changes the keys that are given and keeps the others. A zone of null keeps the zone; false is a zone this server does not
-- know. The next brief moves with the zone.
create or replace function public.set_preferences(changes jsonb, zone text, at timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform at at time zone coalesce(zone, 'UTC');
  update accounts.users u
  set preferences = u.preferences || changes, time_zone = coalesce(zone, u.time_zone), updated_at = at,
    brief_due_at = case when zone is null or zone = u.time_zone then u.brief_due_at
      else public.next_brief(zone, u.brief_at, at) end
  where u.id = auth.uid();
  return true;
exception when invalid_parameter_value then
  return false;
end $$;
