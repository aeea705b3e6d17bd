-- password_changed, and more: anyone who had the old password could have read or made secret feed addresses and app
-- passwords. They end, and their owner makes new ones.
create or replace function accounts.password_reset(person uuid, hash text, at timestamptz) returns void
language sql security definer set search_path = '' as $$
  select accounts.password_changed(person, hash, at);
  select public.end_personal_feeds(person, at);
  select accounts.end_app_passwords(person);
$$;
