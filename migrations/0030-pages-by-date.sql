-- Pages that read what came last, of all feeds: Today, Sources, and the search for a frequent word. Read from the index alone.
create index item_index_date on item_index (pub_date desc, item_id desc) include (feed_id, story_id);
-- Sources reads the scores of some 20,000 reports: from the index alone in a third of the time.
create index item_index_feed_scores on item_index (feed_id, pub_date desc)
  include (item_id, story_id, framing, clickbait, speculative);
drop index item_index_feed;
alter index item_index_feed_scores rename to item_index_feed;
