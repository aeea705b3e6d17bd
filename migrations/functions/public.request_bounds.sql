-- Before which times a person's own request (sync, retry, new headers) may not be made: a time that the server named, the
-- end of a pause that the lane's server asked for, and five minutes after the last attempt, automatic or not. A fetch
-- that runs now counts as such. A refusal of our own asked nobody, unless it was of a redirect.
create or replace function public.request_bounds(feed uuid, at timestamptz)
returns table (not_before timestamptz, lane_closed_until timestamptz, fetched_lately_until timestamptz)
language sql stable set search_path = '' as $$
  select f.not_before, case when l.reason is not null then l.free_at end,
    interval '5 minutes' + case
      when s.lease_id is not null and s.locked_until > at then at
      when f.failure_class = 'blocked' then (
        select g.completed_at from public.fetch_logs g
        where g.feed_id = f.id and (g.error_class is distinct from 'blocked' or g.response ? 'hops')
        order by g.started_at desc limit 1
      )
      else f.last_fetched_at
    end
  from public.feeds f join public.feed_schedules s on s.feed_id = f.id left join public.lanes l on l.lane = s.lane
  where f.id = feed
$$;
