-- Drops the stored groups of likes, which are grouped when they are read. No released version has
-- them. Processes of an unreleased one fail requests for activity and status, and deliver no pushes.
drop function if exists count_inserted_likes() cascade;
drop function if exists count_deleted_likes() cascade;
drop function if exists count_read_likes() cascade;
drop function if exists add_to_like_groups(bigint[]) cascade;
drop function if exists remove_from_like_groups(bigint[], date[]) cascade;
drop function if exists lock_like_groups(bigint[]) cascade;
drop function if exists like_day(boolean, timestamptz) cascade;
drop table like_groups;
