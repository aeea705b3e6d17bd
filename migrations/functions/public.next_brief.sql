-- The first time after a moment when the clocks of a zone show this time. A local day has 23 to 25 hours, so dates are
-- counted, not hours.
create or replace function public.next_brief(zone text, wanted time, later_than timestamptz) returns timestamptz
language sql stable set search_path = '' as $$
  select min(moment)
  from generate_series(0, 2) as day,
    lateral (select ((later_than at time zone zone)::date + day + wanted) at time zone zone as moment) as local_day
  where moment > later_than
$$;
