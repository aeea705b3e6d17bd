-- The password was right, and a second step is asked. Of one person the last ten such logins wait for it.
create or replace function accounts.begin_login(hash bytea, person uuid, until timestamptz) returns void
language sql security definer set search_path = '' as $$
  delete from accounts.begun_logins where token_hash in (
    select token_hash from accounts.begun_logins where user_id = person order by expires_at desc offset 9
  );
  insert into accounts.begun_logins (token_hash, user_id, expires_at) values (hash, person, until);
$$;
