-- The table of lanes and the columns that name a lane are called that: "host" was what a lane was before it had a number.
alter table hosts rename to lanes;
alter table lanes rename column key to lane;
alter table lanes rename constraint hosts_pkey to lanes_pkey;
alter index hosts_ready rename to lanes_ready;
alter table feed_schedules rename column host to lane;
