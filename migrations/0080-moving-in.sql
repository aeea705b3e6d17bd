-- Read marks that came from another reader before their items did: a feed that was just added is fetched later. The items are
-- known by their hash, and marked the moment they are saved.
create table awaited_marks (
  user_id uuid not null references accounts.users on delete cascade,
  feed_id uuid not null references feeds on delete cascade,
  hash text collate "C" not null,
  read_at timestamptz not null,
  created_at timestamptz not null,
  primary key (feed_id, hash, user_id)
);
create index awaited_marks_user on awaited_marks (user_id);
create index awaited_marks_created on awaited_marks (created_at);

-- How far the import from another reader came, so that the same command goes on from there. Deleted at its end.
create table move_ins (
  user_id uuid not null references accounts.users on delete cascade,
  origin text not null check (octet_length(origin) <= 2100), -- which reader, and its address
  progress jsonb not null,
  updated_at timestamptz not null,
  primary key (user_id, origin)
);

alter table awaited_marks enable row level security;
alter table move_ins enable row level security;
create policy worker on awaited_marks to service_role using (true) with check (true);
create policy worker on move_ins to service_role using (true) with check (true);
grant select, insert, update, delete on awaited_marks, move_ins to service_role;

create function mark_awaited_items() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.awaited_marks) then return null; end if;
  with come as (
    delete from public.awaited_marks m using added a where a.feed_id = m.feed_id and a.hash = m.hash
    returning m.user_id, a.id, m.feed_id, m.read_at
  )
  insert into public.item_states as s (user_id, item_id, feed_id, read_at)
  select user_id, id, feed_id, read_at from come order by user_id, id
  on conflict (user_id, item_id) do update set read_at = coalesce(s.read_at, excluded.read_at);
  return null;
end $$;
revoke execute on function mark_awaited_items() from public;
create trigger mark_awaited after insert on items
  referencing new table as added for each statement execute function mark_awaited_items();
