-- What a link is good for, while it is: a setup link ends as soon as there is an operator. The email address is the invited
-- person's, or that of the account whose password it resets.
create or replace function accounts.find_pass(pass_hash bytea, at timestamptz) returns table (purpose text, email text)
language sql stable security definer set search_path = '' as $$
  select t.purpose, coalesce(t.email, u.email) from accounts.one_time_tokens t left join accounts.users u on u.id = t.user_id
  where t.token_hash = pass_hash and t.used_at is null and t.expires_at > at
    and (t.purpose <> 'setup' or not accounts.has_operator())
$$;
