-- The words of Hindi, Tamil, Thai, Japanese and other scripts whose vowels and tones are marks keep them now, in searches and in the index.
-- Items whose title has such letters are indexed again, in the background; until then some of their words are not found.
insert into stale_items (item_id, since)
select i.id, clock_timestamp() from items i join item_index x on x.item_id = i.id
where i.title ~ '[\u0780-\u07FF\u0900-\u109F\u1780-\u17FF\u3041-\u30FF]'
on conflict (item_id) do nothing;
