-- People. Kept in a schema of their own that neither the web role nor a person's claims can read:
-- the web asks through the security-definer functions that later migrations add beside their pages.
create schema accounts;
grant usage on schema accounts to app_worker;

create table accounts.users (
  id uuid primary key,
  email text not null check (length(email) between 3 and 254),
  password_hash text,                      -- null when another provider keeps the password
  provider_id text,                        -- the person's id at that provider
  operator boolean not null default false,
  disabled_at timestamptz,
  time_zone text not null default 'UTC',
  brief_at time,                           -- when the daily brief is written, in that time zone; null is on demand
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index users_email on accounts.users (lower(email));

create table accounts.sessions (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  user_id uuid not null references accounts.users on delete cascade,
  provider_tokens bytea,                   -- encrypted with SECRET_KEY
  user_agent text check (length(user_agent) <= 400),
  address inet,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_user on accounts.sessions (user_id);

create table accounts.one_time_tokens (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  purpose text not null check (purpose in ('setup', 'invite', 'reset')),
  user_id uuid references accounts.users on delete cascade,
  email text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);

-- Lost in a crash on purpose: a throttle is worth no disk write.
create unlogged table accounts.throttles (
  key text primary key,
  hits integer not null,
  resets_at timestamptz not null
);

grant select, insert, update, delete on all tables in schema accounts to service_role;

-- As on Supabase, where it exists already and is not ours to replace.
do $$
begin
  create schema if not exists auth;
  if to_regprocedure('auth.uid()') is null then
    create function auth.uid() returns uuid language sql stable as $body$
      select coalesce(
        nullif(current_setting('request.jwt.claim.sub', true), ''),
        nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
      )::uuid
    $body$;
    grant usage on schema auth to anon, authenticated, service_role;
  end if;
end $$;
