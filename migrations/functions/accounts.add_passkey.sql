-- Adds a passkey. False where this server has it already.
create or replace function accounts.add_passkey(person uuid, facts jsonb, credential bytea, key bytea, at timestamptz)
returns boolean language plpgsql security definer set search_path = '' as $$
begin
  insert into accounts.passkeys
    (id, user_id, host, credential_id, public_key, algorithm, sign_count, transports, is_synced, name, created_at)
  values ((facts ->> 'id')::uuid, person, facts ->> 'host', credential, key, (facts ->> 'algorithm')::integer,
    (facts ->> 'signCount')::bigint,
    array(select jsonb_array_elements_text(facts -> 'transports')), (facts ->> 'isSynced')::boolean, facts ->> 'name', at)
  on conflict (credential_id) do nothing;
  if not found then return false; end if;
  perform accounts.record_event(person, 'passkey_added', jsonb_build_object('name', facts ->> 'name'), at);
  return true;
end $$;
