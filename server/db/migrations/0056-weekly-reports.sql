-- Adds the announcement of a weekly report to the activity: at most one for a member and a week.

-- The list of kinds is replaced by a wider one: older processes insert kinds of the former list. It
-- has those of migration 42 too.
alter table activity drop constraint if exists activity_kind_check;
alter table activity add constraint activity_kind_check check (kind in (
  'like', 'follow', 'message', 'swap_invite', 'swap_answer', 'swap_result', 'swap_ended', 'reply', 'mention',
  'weekly_report'));
create unique index activity_of_reports on activity (member_id, detail) where kind = 'weekly_report';
