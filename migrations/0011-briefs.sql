-- A brief is written in its reader's own transactions, under row-level security as everything of theirs.
create policy own_new on summaries for insert to authenticated with check (user_id = (select auth.uid()));
grant insert on summaries to authenticated;
create policy own on summary_runs to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
grant select, insert, update, delete on summary_runs to authenticated;
create policy own_brief on events for insert to authenticated
  with check (user_id = (select auth.uid()) and event_type = 'summary_generated');
grant insert on events to authenticated;

alter table accounts.users
  add column brief_due_at timestamptz,       -- when the next brief is written by itself; null as brief_at is
  add column brief_locked_until timestamptz; -- a worker is at it, or leaves it alone until then
create index users_brief_due on accounts.users (brief_due_at) where brief_due_at is not null;

-- The first `wanted` o'clock of a zone after a moment. A local day has 23 to 25 hours, so dates are counted, not hours.
create function next_brief(zone text, wanted time, later_than timestamptz) returns timestamptz
language sql stable set search_path = '' as $$
  select min(moment)
  from generate_series(0, 2) as day,
    lateral (select ((later_than at time zone zone)::date + day + wanted) at time zone zone as moment) as local_day
  where moment > later_than
$$;

create function my_brief_schedule() returns table (time_zone text, brief_at time)
language sql stable security definer set search_path = '' as $$
  select u.time_zone, u.brief_at from accounts.users u where u.id = auth.uid()
$$;

-- False for a zone that this server does not know. Without a time, briefs are written on demand only.
create function plan_my_briefs(zone text, wanted time, at timestamptz) returns boolean
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

revoke execute on function next_brief(text, time, timestamptz), my_brief_schedule(), plan_my_briefs(text, time, timestamptz)
  from public;
grant execute on function next_brief(text, time, timestamptz) to service_role;
grant execute on function my_brief_schedule(), plan_my_briefs(text, time, timestamptz) to authenticated;
