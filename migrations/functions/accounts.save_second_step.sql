-- What is asked after the person's password from now on. Without both it is nothing, and the recovery codes go too.
-- A null step keeps the codes that were taken: only a new secret begins again.
create or replace function accounts.save_second_step(person uuid, secret bytea, step bigint, passkey boolean, at timestamptz)
returns void language plpgsql security definer set search_path = '' as $$
begin
  if secret is null and not passkey then
    delete from accounts.second_steps where user_id = person;
  else
    insert into accounts.second_steps as s (user_id, totp_secret, totp_step, asks_passkey)
    values (person, secret, coalesce(step, 0), passkey)
    on conflict (user_id) do update set totp_secret = secret, totp_step = coalesce(step, s.totp_step), asks_passkey = passkey;
  end if;
  perform accounts.record_event(person, 'second_step_changed',
    jsonb_build_object('codes', secret is not null, 'passkey', passkey), at);
end $$;
