-- Where two feeds become one, starred items that the other lacks move there (move_kept_items). Their place among stories and the words
-- they are found by name the feed, so they are indexed again.
create trigger mark_moved after update of feed_id on items
  for each row when (old.feed_id is distinct from new.feed_id and new.analysis_status <> 'pending') execute function mark_stale_item();
