-- Queues a stranger's guesses one after the other, pause apart. Returns when this one may be tried, or null where the queue
-- is longer than patience.
create or replace function accounts.take_turn(throttle text, at timestamptz, pause interval, patience interval) returns timestamptz
language sql security definer set search_path = '' as $$
  update accounts.throttles set next_at = greatest(coalesce(next_at, at), at) + pause
  where key = throttle and coalesce(next_at, at) <= at + patience
  returning next_at
$$;
