-- Adds a revision of all feeds. server/db/functions/bump-feed-revision.sql has the triggers that
-- increase it.
create table feed_revisions (shard smallint primary key, revision bigint not null default 0)
  with (fillfactor = 20);
insert into feed_revisions (shard) select generate_series(0, 31);
