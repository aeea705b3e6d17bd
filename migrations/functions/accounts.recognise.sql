-- For people whose password is kept by another provider, and who may have changed their email address there. Returns known,
-- unknown, disabled, or taken (somebody else here has that address).
create or replace function accounts.recognise(person uuid, address text, at timestamptz) returns text
language plpgsql security definer set search_path = '' as $$
declare
  is_disabled boolean;
begin
  update accounts.users set email = address, updated_at = case when email = address then updated_at else at end
  where id = person returning disabled_at is not null into is_disabled;
  return case when is_disabled is null then 'unknown' when is_disabled then 'disabled' else 'known' end;
exception when unique_violation then
  return 'taken';
end $$;
