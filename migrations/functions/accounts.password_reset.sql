-- password_changed, and more: anyone who had the old password could have read or made secret feed addresses and app
-- passwords, linked a login of their own, added a passkey, or had the news sent to themselves. All of that ends, and its
-- owner makes new ones; webhooks are only switched off. Where there was no password, nobody had it, and logins and passkeys
-- stay; so do passkeys where a second step is asked, since the password alone added none, and it may be the passkey that is
-- asked.
create or replace function accounts.password_reset(person uuid, hash text, at timestamptz) returns void
language sql security definer set search_path = '' as $$
  delete from accounts.identities i using accounts.users u
  where i.user_id = person and u.id = person and u.password_hash is not null;
  delete from accounts.passkeys p using accounts.users u
  where p.user_id = person and u.id = person and u.password_hash is not null
    and not exists (select from accounts.second_steps s where s.user_id = person);
  select accounts.password_changed(person, hash, at);
  select public.end_personal_feeds(person, at);
  select accounts.end_app_passwords(person);
  select public.stop_webhooks(person, at);
$$;
