-- password_changed, and more: anyone who had the old password could have read or made secret feed addresses and app
-- passwords, or linked a login of their own. They end, and their owner makes new ones. Where there was no password, nobody
-- had it, and the logins stay.
create or replace function accounts.password_reset(person uuid, hash text, at timestamptz) returns void
language sql security definer set search_path = '' as $$
  delete from accounts.identities i using accounts.users u
  where i.user_id = person and u.id = person and u.password_hash is not null;
  select accounts.password_changed(person, hash, at);
  select public.end_personal_feeds(person, at);
  select accounts.end_app_passwords(person);
$$;
