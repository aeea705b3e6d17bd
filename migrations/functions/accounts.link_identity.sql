-- Links a login at another server to an account. facts: issuer, subject, label. Returns linked, known (it is linked to this
-- account already), taken (it opens another account) or other (this account has another login of that server).
create or replace function accounts.link_identity(person uuid, facts jsonb, at timestamptz) returns text
language plpgsql security definer set search_path = '' as $$
declare
  owner uuid;
begin
  insert into accounts.identities (id, user_id, issuer, subject, label, created_at)
  values (gen_random_uuid(), person, facts ->> 'issuer', facts ->> 'subject', facts ->> 'label', at)
  on conflict do nothing;
  if found then
    perform accounts.record_event(person, 'identity_linked', jsonb_build_object('issuer', facts ->> 'issuer'), at);
    return 'linked';
  end if;
  select i.user_id from accounts.identities i
  where i.issuer = facts ->> 'issuer' and i.subject = facts ->> 'subject' into owner;
  return case when owner = person then 'known' when owner is null then 'other' else 'taken' end;
end $$;
