-- Whether somebody can operate this server. A setup link works only while nobody can.
create or replace function accounts.has_operator() returns boolean language sql stable set search_path = '' as $$
  select exists (select from accounts.users where operator and disabled_at is null)
$$;
