-- What each item in the XML of a clean feed was built from: the form of the XML, then the xmin of each item's row, in the order of
-- item_refs. An item whose row is still the same is taken over from the stored XML. Null: all are built again.
alter table cached_feeds add column item_marks text;
-- The transaction that wrote item_marks. They count only while it is the row's own: a restored row, or one that a process of the version
-- before has written, is built again as a whole.
alter table cached_feeds add column marked_by xid;
-- Fifty hashes do not get smaller, and trying it was a fifth of what storing a clean feed cost.
alter table cached_feeds alter column item_refs set storage external;
