-- What is asked after the person's password. No row: nothing.
create or replace function accounts.find_second_step(person uuid)
returns table (totp_secret bytea, asks_passkey boolean, recovery_codes integer)
language sql stable security definer set search_path = '' as $$
  select s.totp_secret, s.asks_passkey,
    (select count(*)::integer from accounts.recovery_codes c where c.user_id = s.user_id and c.used_at is null)
  from accounts.second_steps s where s.user_id = person
$$;
