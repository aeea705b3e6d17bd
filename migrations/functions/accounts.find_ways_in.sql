-- How a person can log in. Passkeys count at the host they were made at.
create or replace function accounts.find_ways_in(person uuid, at_host text) returns table (has_password boolean, passkeys integer)
language sql stable security definer set search_path = '' as $$
  select u.password_hash is not null,
    (select count(*)::integer from accounts.passkeys p where p.user_id = u.id and p.host = at_host)
  from accounts.users u where u.id = person
$$;
