-- Counts one attempt against a key and returns the count of the current window. Keys are short hashes that the program
-- makes with its own secret: there are about a million of them, so the table cannot grow past that, and nobody can look for
-- a name that shares a key with somebody else's. A window that ends two windows from now or later is of a clock that was ahead, and over.
create or replace function accounts.count_attempt(throttle text, at timestamptz, until timestamptz)
returns table (hits integer, resets_at timestamptz) language sql security definer set search_path = '' as $$
  insert into accounts.throttles as t (key, hits, resets_at) values (throttle, 1, until)
  on conflict (key) do update set
    hits = case when t.resets_at <= at or t.resets_at > until + (until - at) then 1 else t.hits + 1 end,
    resets_at = case when t.resets_at <= at or t.resets_at > until + (until - at) then excluded.resets_at else t.resets_at end,
    next_at = case when t.resets_at <= at or t.resets_at > until + (until - at) then null else t.next_at end
  returning t.hits, t.resets_at
$$;
