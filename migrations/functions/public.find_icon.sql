-- An icon by the name in its address. Called without a session: anyone who knows the name may see it, and nobody can guess one.
create or replace function public.find_icon(icon_name text) returns table (type text, bytes bytea)
language sql stable security definer set search_path = '' as $$
  select i.type, i.bytes from public.feed_icons i where i.name = icon_name limit 1
$$;
