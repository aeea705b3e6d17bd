-- What the account page and the export show of a person.
create or replace function accounts.describe_person(person uuid)
returns table (email text, operator boolean, time_zone text, brief_at time, preferences jsonb, created_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select u.email, u.operator, u.time_zone, u.brief_at, u.preferences, u.created_at from accounts.users u where u.id = person
$$;
