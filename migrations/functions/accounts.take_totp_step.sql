-- Uses up the code of a step. False where it or a later one was used before.
create or replace function accounts.take_totp_step(person uuid, step bigint) returns boolean
language sql security definer set search_path = '' as $$
  with taken as (
    update accounts.second_steps set totp_step = step
    where user_id = person and totp_secret is not null and totp_step < step returning 1
  )
  select exists (select from taken)
$$;
