-- Where two feeds become one, starred items that the other lacks move there (move_kept_items), and items that a clock had dated years ahead
-- get another date (date_future_items). Their row in item_index names both, so they are indexed again.
create trigger mark_moved after update of feed_id, pub_date on items
  for each row when ((old.feed_id, old.pub_date) is distinct from (new.feed_id, new.pub_date) and new.analysis_status <> 'pending')
  execute function mark_stale_item();
