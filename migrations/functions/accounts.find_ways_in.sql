-- How a person can log in: passkeys count at the host they were made at, logins at other servers while these are in use.
create or replace function accounts.find_ways_in(person uuid, at_host text, servers text[])
returns table (has_password boolean, passkeys integer, identities integer)
language sql stable security definer set search_path = '' as $$
  select u.password_hash is not null,
    (select count(*)::integer from accounts.passkeys p where p.user_id = u.id and p.host = at_host),
    (select count(*)::integer from accounts.identities i where i.user_id = u.id and i.issuer = any(servers))
  from accounts.users u where u.id = person
$$;
