-- When the person who asks gets a brief.
create or replace function public.my_brief_schedule() returns table (time_zone text, brief_at time)
language sql stable security definer set search_path = '' as $$
  select u.time_zone, u.brief_at from accounts.users u where u.id = auth.uid()
$$;
