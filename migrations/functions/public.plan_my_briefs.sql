-- Sets when the person who asks gets a brief. Without a time, briefs are written on demand only. False for a time zone that
-- this server does not know.
create or replace function public.plan_my_briefs(zone text, wanted time, at timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform at at time zone zone;
  update accounts.users
  set time_zone = zone, brief_at = wanted, brief_due_at = public.next_brief(zone, wanted, at), updated_at = at
  where id = auth.uid();
  return true;
exception when invalid_parameter_value then
  return false;
end $$;
