-- Drops the stored charts and recaps, which are counted when they are read. No released version has
-- them. Processes of an unreleased one fail requests for charts, the weekly report and the rewind.
drop function if exists delete_outdated_member_charts() cascade;
drop table member_charts, recaps;
