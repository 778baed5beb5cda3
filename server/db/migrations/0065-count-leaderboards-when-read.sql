-- Drops the stored leaderboards of periods, which are counted when they are read. No released
-- version has them. Processes of an unreleased one fail requests for the leaderboard of a period and
-- deletions of listens.

drop table period_boards;
