-- Trigger tell_of_subscription on subscriptions: a person's open pages hear that their list changed.
create or replace function public.tell_of_subscription() returns trigger language plpgsql as $$
begin
  perform pg_notify('plainwire_subscribed', coalesce(new.user_id, old.user_id)::text);
  return null;
end $$;
