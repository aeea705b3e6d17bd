-- What the reader's pages need: a person's preferences, folders, and which feeds stay out of Today.

-- Read with every request, together with the session. The pages know the keys (src/accounts/preferences.ts); a key that is
-- missing or no longer known means its default.
alter table accounts.users add column preferences jsonb not null default '{}'
  check (jsonb_typeof(preferences) = 'object' and octet_length(preferences::text) <= 4000);

drop function accounts.find_session(bytea, timestamptz, timestamptz);
create function accounts.find_session(session_hash bytea, at timestamptz, idle_since timestamptz)
returns table (id uuid, user_id uuid, email text, operator boolean, tokens_expire_at timestamptz, time_zone text,
  preferences jsonb)
language sql security definer set search_path = '' as $$
  update accounts.sessions s set last_seen_at = at
  where s.token_hash = session_hash and s.last_seen_at between idle_since and at - interval '1 minute'
    and s.expires_at > at;
  select s.id, u.id, u.email, u.operator, s.tokens_expire_at, u.time_zone, u.preferences
  from accounts.sessions s join accounts.users u on u.id = s.user_id
  where s.token_hash = session_hash and s.last_seen_at >= idle_since and s.expires_at > at and u.disabled_at is null
$$;
revoke execute on function accounts.find_session(bytea, timestamptz, timestamptz) from public;
grant execute on function accounts.find_session(bytea, timestamptz, timestamptz) to app_web, service_role;

-- Changes the keys that are given and keeps the others. A zone of null keeps the zone; false is a zone this server does not
-- know. The next brief moves with the zone.
create function set_preferences(changes jsonb, zone text, at timestamptz) returns boolean
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
revoke execute on function set_preferences(jsonb, text, timestamptz) from public;
grant execute on function set_preferences(jsonb, text, timestamptz) to authenticated;

-- A person's folders. They are not nested: a nested OPML outline becomes "A / B".
create table folders (
  id uuid primary key,
  user_id uuid not null references accounts.users on delete cascade,
  name text not null check (length(name) between 1 and 255),
  place integer not null default 0,        -- the order in which the person wants to see them; then by name
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (user_id, name)
);
alter table folders enable row level security;
create policy worker on folders to service_role using (true) with check (true);
create policy own on folders to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
grant select, insert, update, delete on folders to authenticated, service_role;

alter table subscriptions
  add column folder_id uuid references folders on delete set null,
  add column in_today boolean not null default true;
create index subscriptions_folder on subscriptions (folder_id) where folder_id is not null;
alter table removed_subscriptions
  add column folder_id uuid references folders on delete set null,
  add column in_today boolean not null default true;
