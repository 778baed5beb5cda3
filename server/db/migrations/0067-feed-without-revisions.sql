-- Drops the revision of all feeds: the version of a feed is the hash of its page. No released
-- version has it. Processes of an unreleased one fail requests for feeds.
drop function if exists bump_feed_revision() cascade;
drop table feed_revisions;
