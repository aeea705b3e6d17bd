-- Uses up a begun login. False where it has ended: of two that pass the second step at once, one starts a session.
create or replace function accounts.end_begun_login(hash bytea) returns boolean
language sql security definer set search_path = '' as $$
  with ended as (delete from accounts.begun_logins where token_hash = hash returning 1)
  select exists (select from ended)
$$;
