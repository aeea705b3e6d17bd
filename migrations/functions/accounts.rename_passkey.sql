-- Renames one of the person's own passkeys. False where there is none.
create or replace function accounts.rename_passkey(person uuid, passkey uuid, new_name text) returns boolean
language sql security definer set search_path = '' as $$
  with renamed as (update accounts.passkeys set name = new_name where user_id = person and id = passkey returning 1)
  select exists (select from renamed)
$$;
